// The hyperparameters page in Chromium: time until its table shows, beside TensorBoard's on the same logs; and brushing.
//
//   PYTHON=.venv/bin/python TENSORBOARD_PYTHON=… node benchmarks/hparams.mjs [RUNS HPARAMS METRICS BRUSHED_RUNS]
//
// Both servers have read everything before anybody looks; they are visited in turns. Prints one line of JSON.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, median, newPage, PYTHON, ratio, TENSORBOARD_PYTHON } from './boards.mjs';
import { sightline, tensorboard } from './page_boards.mjs';
import { launchQuiet } from './quiet_browser.mjs';

const [nRuns, nHparams, nMetrics, nBrushed] = (
  process.argv.length > 5 ? process.argv.slice(2) : [1000, 20, 5, 10_000]
).map(Number);
const VISITS = 9;
const BRUSHES = 40;

const rounded = (numbers) => numbers.map((number) => Math.round(number));

function write(runs, hparams, metrics) {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-hparams-'));
  execFileSync(PYTHON, [join(import.meta.dirname, 'hparams.py'), folder, runs, hparams, metrics].map(String));
  return folder;
}

/**
 * Runs in the page from its first moment: notes when a trial's name is in the table and painted. `rows` selects them, in
 * whatever shadow. It looks once a frame, and only where something changed: looking shall not slow the page down.
 */
function watch(rows) {
  const roots = [];
  let isDue = false;
  const isThere = (row) => /trial-\d/.test(row.textContent) && row.getBoundingClientRect().height > 0;
  const look = () => {
    isDue = false;
    if (!roots.some((root) => [...root.querySelectorAll(rows)].some(isThere))) return;
    observer.disconnect();
    setTimeout(() => (window.noted = performance.now()));
  };
  const observer = new MutationObserver(() => {
    if (!isDue) requestAnimationFrame(look);
    isDue = true;
  });
  const follow = (root) => {
    roots.push(root);
    observer.observe(root, { attributes: true, characterData: true, childList: true, subtree: true });
    return root;
  };
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(init) {
    return follow(attach.call(this, init));
  };
  follow(document);
}

/** Milliseconds from the address being entered until the frame that has a trial's name in the table, of each visit. */
async function visits(folder) {
  const boards = [
    { board: sightline, hash: '#/hparams?o.hparams.view=table', rows: '[role=row][aria-selected]' },
  ];
  if (TENSORBOARD_PYTHON)
    boards.push({
      board: tensorboard,
      hash: '#hparams',
      rows: 'vaadin-grid-cell-content, tb-data-table-content-row',
    });
  const browser = launchQuiet();
  const servers = [];
  try {
    for (const { board } of boards) servers.push(await board.start(folder, nRuns));
    const took = boards.map(() => []);
    for (let i = 0; i < VISITS; i += 1)
      for (const [k, { hash, rows }] of boards.entries())
        took[k].push(
          await browser.visit(new URL(hash, servers[k].url).href, `(${watch})(${JSON.stringify(rows)})`),
        );
    return took;
  } finally {
    for (const server of servers) await server.stop();
    await browser.close();
  }
}

/** Moves the end of a brush over an axis and waits for the frame that shows it. */
function brushing(times) {
  const axis = document.querySelectorAll('[aria-label^="Brush "]')[2];
  const box = axis.getBoundingClientRect();
  const send = (type, y) =>
    axis.dispatchEvent(
      new PointerEvent(type, { bubbles: true, clientX: box.left + 9, clientY: y, pointerId: 1, button: 0 }),
    );
  axis.setPointerCapture = () => undefined;
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return (async () => {
    const took = [];
    send('pointerdown', box.top + 8);
    for (let i = 0; i < times; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const begin = performance.now();
      send('pointermove', box.top + 14 + ((box.height - 30) * (i + 1)) / times);
      await frame();
      took.push(performance.now() - begin);
    }
    send('pointerup', box.top);
    return took;
  })();
}

async function brushes() {
  const browser = await launch();
  const folder = write(nBrushed, 8, 2);
  const server = await sightline.start(folder, nBrushed);
  try {
    const page = await newPage(browser);
    await page.goto(new URL('#/hparams?o.hparams.view=parallel', server.url).href);
    await page.locator('[role=row][aria-selected]').first().waitFor({ timeout: 120_000 });
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.waitForTimeout(3000);
    await page.evaluate(brushing, 3);
    return await page.evaluate(brushing, BRUSHES);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const folder = write(nRuns, nHparams, nMetrics);
try {
  const [ours, theirs = []] = await visits(folder);
  const brushed = await brushes();
  const result = {
    benchmark: 'hparams',
    runs: nRuns,
    hparams: nHparams,
    metrics: nMetrics,
    table_ms: Math.round(median(ours)),
    tensorboard_table_ms: theirs.length > 0 ? Math.round(median(theirs)) : null,
    ratio: theirs.length > 0 ? ratio(median(theirs), median(ours)) : null,
    each_ms: { sightline: rounded(ours), tensorboard: rounded(theirs) },
    brushed_runs: nBrushed,
    brush_ms: Math.round(median(brushed)),
    brush_90_percent_ms: Math.round([...brushed].sort((a, b) => a - b)[Math.floor(brushed.length * 0.9)]),
    brush_worst_ms: Math.round(Math.max(...brushed)),
  };
  console.log(JSON.stringify(result));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
