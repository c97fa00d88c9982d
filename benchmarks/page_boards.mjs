// The two boards the page benchmark looks at: how each is started, where its cards are, how a person acts on it.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const sightline = {
  name: 'sightline',
  cards: 'article[data-tag]',
  runList: '.runs .body',
  cardList: '.scroll',
  toggle: 'document.querySelectorAll("[data-run] .swatch")[i % 5].click()',
  type: typing('document.getElementById("run-filter")'),
  hover: hovering('document.querySelectorAll(".u-over")'),
  async start(folder, nRuns) {
    const server = spawn(process.env.PYTHON ?? 'python3', ['-m', 'sightline', 'serve', folder, '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'ignore'] });
    let url = '';
    for await (const line of createInterface({ input: server.stdout })) {
      url = /https?:\/\/[^"\s]+/.exec(line)?.[0] ?? '';
      if (url) break;
    }
    await until(async () => {
      const progress = await (await fetch(`${url}api/v1/progress`)).json();
      return !progress.loading && progress.runs >= nRuns;
    });
    return { url, stop: () => server.kill('SIGTERM') };
  },
};

export const tensorboard = {
  name: 'tensorboard',
  cards: 'card-view',
  runList: 'runs-data-table, .runs-table, tb-data-table',
  cardList: '.main.hide-main, main, .main-content, card-groups',
  /** Above 500 runs it shows none until told to. */
  isListed: 'document.querySelectorAll("runs-data-table mat-checkbox").length > 1',
  selectAll: 'document.querySelector("runs-data-table mat-checkbox input, tb-data-table-header-cell mat-checkbox input").click()',
  toggle: 'document.querySelectorAll("runs-data-table mat-checkbox input")[1 + (i % 5)].click()',
  type: typing('document.querySelector("tb-filter-input input")'),
  hover: hovering('document.querySelectorAll("card-view line-chart .series-view, card-view line-chart-interactive-view, card-view line-chart svg")'),
  async start(folder, nRuns) {
    const port = await freePort();
    const flags = ['--logdir', folder, '--port', String(port), '--load_fast=true'];
    const server = spawn(process.env.TENSORBOARD_PYTHON, ['-m', 'tensorboard.main', ...flags], { stdio: 'ignore' });
    const url = `http://localhost:${port}/`;
    await until(async () => (await (await fetch(`${url}data/runs`)).json()).length >= nRuns);
    return { url: `${url}#timeseries`, stop: () => server.kill('SIGTERM') };
  },
};

function typing(field) {
  return `const f = ${field}; f.value = "trial-".slice(0, 1 + (i % 6)); f.dispatchEvent(new Event("input", { bubbles: true }))`;
}

function hovering(plots) {
  const at = '{ clientX: b.left + 20 + ((i * 13) % (b.width - 40)), clientY: b.top + 50, bubbles: true }';
  return `const all = ${plots}, o = all[i % Math.min(3, all.length)], b = o.getBoundingClientRect(); o.dispatchEvent(new PointerEvent("pointermove", ${at})); o.dispatchEvent(new MouseEvent("mousemove", ${at}))`;
}

async function until(isSo) {
  for (;;) {
    const so = await isSo().catch(() => false);
    if (so) return;
    await wait(100);
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
