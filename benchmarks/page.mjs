// The page under load, in Chromium, beside TensorBoard's on the same logs: time to charts, response, memory, frames.
//
//   PYTHON=.venv/bin/python [TENSORBOARD_PYTHON=…] node benchmarks/page.mjs [RUNS TAGS STEPS]
//
// prints one line of JSON; without TENSORBOARD_PYTHON only our own page is measured. LOGS=folder takes logs that are there.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { launch, median, newPage, PYTHON, ratio, TENSORBOARD_PYTHON } from './boards.mjs';
import { openBare } from './page_bare.mjs';
import { sightline, tensorboard } from './page_boards.mjs';
import { nextPaint, respond, scriptSize, scroll, watch } from './page_watch.mjs';

const here = import.meta.dirname;
const [nRuns, nTags, nSteps] = (process.argv.length > 4 ? process.argv.slice(2) : [100, 20, 500]).map(Number);
const VISITS = 3;
/** TensorBoard draws no run above this many unless told to. */
const SHOWN_BY_RIVAL = 500;
const PATIENCE_MS = 300_000;

const rounded = (number) => (number === null ? null : Math.round(number));

/** Whether runs must be chosen before anything is drawn. */
const choosesRuns = (board) => board.selectAll !== undefined && nRuns > SHOWN_BY_RIVAL;

async function visit(browser, board, url) {
  const page = await newPage(browser);
  await page.addInitScript(watch, board.cards);
  await page.goto(url);
  return page;
}

/** Open the page until all charts in sight are drawn; the rival with many runs is told to show them as soon as it can be. */
async function timedVisit(browser, board, url) {
  const page = await visit(browser, board, url);
  if (choosesRuns(board)) {
    await page.waitForFunction(board.isListed, null, { timeout: PATIENCE_MS });
    await page.evaluate(board.selectAll);
  }
  await page.waitForFunction(() => window.notes.all !== null, null, { timeout: PATIENCE_MS });
  const { first, all } = await page.evaluate(() => ({ ...window.notes }));
  return { page, first, all };
}

/** What the page holds, in a browser that nothing else looks into. */
async function memory(board, url) {
  const { page, close } = await openBare(url, `(${watch})(${JSON.stringify(board.cards)})`);
  try {
    if (choosesRuns(board)) {
      await page.until(board.isListed);
      await page.evaluate(board.selectAll);
    }
    await page.until('window.notes.all !== null');
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1000))');
    return await page.memory();
  } finally {
    await close();
  }
}

async function measure(board, folder) {
  const server = await board.start(folder, nRuns);
  const browser = await launch();
  try {
    const visits = [];
    for (let i = 0; i < (board === sightline ? VISITS : 1); i += 1) {
      await visits.at(-1)?.page.close();
      visits.push(await timedVisit(browser, board, server.url));
    }
    const { page } = visits.at(-1);
    const script_kb = await page.evaluate(scriptSize);
    await page.waitForTimeout(1000);
    await page.evaluate(() => (window.notes.longest_ms = 0));
    const times = board === sightline ? 12 : 4;
    const toggle = await page.evaluate(respond, [board.toggle, times]);
    await page.waitForTimeout(board === sightline ? 500 : 3000);
    const hover = await page.evaluate(respond, [board.hover, times]);
    const type = await page.evaluate(respond, [board.type, times]);
    await page.waitForTimeout(500);
    return {
      first_chart_ms: rounded(median(visits.map((one) => one.first))),
      all_charts_ms: rounded(median(visits.map((one) => one.all))),
      toggle_ms: rounded(median(toggle)),
      type_ms: rounded(median(type)),
      crosshair_ms: rounded(median(hover)),
      longest_block_ms: rounded(await page.evaluate(() => window.notes.longest_ms)),
      scroll_runs_fps: await page.evaluate(scroll, board.runList),
      scroll_cards_fps: await page.evaluate(scroll, board.cardList),
      script_kb,
      ...(await memory(board, server.url)),
      ...(board === sightline ? { flush_to_paint_ms: await flushToPaint(browser, server.url, folder) } : {}),
    };
  } finally {
    await browser.close();
    server.stop();
  }
}

/** From a writer's flush to the frame that shows the value. */
async function flushToPaint(browser, url, folder) {
  const writer = spawn(PYTHON, [join(here, '../web/e2e/write_logs.py'), folder, 'echo'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: writer.stdout })[Symbol.asyncIterator]();
  const flush = async () => {
    writer.stdin.write('\n');
    return Number((await lines.next()).value) * 1000;
  };
  try {
    for (let i = 0; i < 3; i += 1) await flush();
    const page = await visit(browser, sightline, `${url}#/scalars?only=echo&tags=echo`);
    await page.waitForFunction(() => window.notes.all !== null, null, { timeout: PATIENCE_MS });
    const took = [];
    for (let i = 0; i < 7; i += 1) {
      await page.waitForTimeout(400);
      await page.evaluate(nextPaint, 'article[data-tag] canvas');
      const flushed = await flush();
      took.push((await page.evaluate(() => window.painted)) - flushed);
    }
    return rounded(median(took));
  } finally {
    writer.stdin.end();
  }
}

const folder = process.env.LOGS ?? mkdtempSync(join(tmpdir(), 'sightline-page-'));
try {
  if (!process.env.LOGS)
    execFileSync(
      PYTHON,
      [join(here, '../web/e2e/write_logs.py'), folder, 'many', nRuns, nTags, nSteps].map(String),
    );
  const result = { benchmark: 'page', runs: nRuns, tags: nTags, steps: nSteps };
  const rival = TENSORBOARD_PYTHON ? await measure(tensorboard, folder) : null;
  const ours = await measure(sightline, folder);
  const ratios = Object.fromEntries(
    [
      'first_chart_ms',
      'all_charts_ms',
      'toggle_ms',
      'type_ms',
      'crosshair_ms',
      'heap_mb',
      'footprint_mb',
      'resident_mb',
    ].map((name) => [name.replace(/_(ms|mb)$/, '_ratio'), rival && ratio(rival[name], ours[name])]),
  );
  console.log(JSON.stringify({ ...result, sightline: ours, tensorboard: rival, ...ratios }));
} finally {
  if (!process.env.LOGS) rmSync(folder, { recursive: true, force: true });
}
