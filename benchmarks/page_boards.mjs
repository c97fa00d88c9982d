// The two boards the page benchmark looks at: how each is started, where its cards are, how a person acts on it.
import { getJson, serveSightline, serveTensorboard } from './boards.mjs';

export const sightline = {
  name: 'sightline',
  cards: 'article[data-tag]',
  runList: '.runs .body',
  cardList: '.scroll',
  toggle: 'document.querySelectorAll("[data-run] .swatch")[i % 5].click()',
  type: typing('document.getElementById("run-filter")'),
  hover: hovering('document.querySelectorAll(".u-over")'),
  start: serveSightline,
};

export const tensorboard = {
  name: 'tensorboard',
  cards: 'card-view',
  runList: 'runs-data-table, .runs-table, tb-data-table',
  cardList: '.main.hide-main, main, .main-content, card-groups',
  /** Above 500 runs it shows none until told to. */
  isListed: 'document.querySelectorAll("runs-data-table mat-checkbox").length > 1',
  selectAll:
    'document.querySelector("runs-data-table mat-checkbox input, tb-data-table-header-cell mat-checkbox input").click()',
  toggle: 'document.querySelectorAll("runs-data-table mat-checkbox input")[1 + (i % 5)].click()',
  type: typing('document.querySelector("tb-filter-input input")'),
  hover: hovering(
    'document.querySelectorAll("card-view line-chart .series-view, card-view line-chart-interactive-view, card-view line-chart svg")',
  ),
  async start(folder, nRuns) {
    const server = await serveTensorboard(
      folder,
      async (url) => (await getJson(`${url}data/runs`)).length >= nRuns,
      ['--load_fast=true'],
    );
    return { ...server, url: `${server.url}#timeseries` };
  },
};

function typing(field) {
  return `const f = ${field}; f.value = "trial-".slice(0, 1 + (i % 6)); f.dispatchEvent(new Event("input", { bubbles: true }))`;
}

function hovering(plots) {
  const at = '{ clientX: b.left + 20 + ((i * 13) % (b.width - 40)), clientY: b.top + 50, bubbles: true }';
  return `const all = ${plots}, o = all[i % Math.min(3, all.length)], b = o.getBoundingClientRect(); o.dispatchEvent(new PointerEvent("pointermove", ${at})); o.dispatchEvent(new MouseEvent("mousemove", ${at}))`;
}
