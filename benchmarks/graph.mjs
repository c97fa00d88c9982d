// A graph in Chromium: from entering the address to its top level, beside TensorBoard on the same events and Model Explorer on the
// same operations; then groups opened and
// thousands of nodes moved, with the longest time that the page was blocked.
//
// How long the page was blocked is told by the clock, for each of some loads, with the share of the processors that the host took
// from this machine meanwhile: a page is blocked, too, while its processor is away.
//
//   PYTHON=.venv/bin/python [TENSORBOARD_PYTHON=…] [RIVALS_PYTHON=…] node benchmarks/graph.mjs [LAYERS]      prints one line of JSON
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  getJson,
  launch,
  newPage,
  PYTHON,
  ratio,
  RIVALS_PYTHON,
  serveModelExplorer,
  serveSightline,
  serveTensorboard,
  TENSORBOARD_PYTHON,
  wait,
} from './boards.mjs';

const N_LAYERS = Number(process.argv[2] ?? 100);
const PATIENCE_MS = 300_000;
const MOVES = 120;
/** Loads of each part whose longest tasks are told. */
const LOADS = 5;
/** What comes after the first picture is over. */
const SETTLED_MS = 1000;

/** Layers × 10 blocks × 100 operations; a group of 100 and one of 1000; 5000 in no order; chains of 5000 and 50,000. */
function writeGraphs(folder) {
  const script = fileURLToPath(new URL('graph_logs.py', import.meta.url));
  const { status, stderr } = spawnSync(PYTHON, [script, folder, String(N_LAYERS)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Note the tasks that block the page, from its first line on. */
async function watched(browser) {
  const page = await newPage(browser);
  await page.addInitScript(() => {
    window.blocked_ms = [];
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => window.blocked_ms.push(entry.duration)),
    ).observe({ type: 'longtask', buffered: true });
  });
  return page;
}

/** Ticks that the host took, and all, since the machine's start; zeros where the system does not tell. */
function ticks() {
  if (!existsSync('/proc/stat')) return [0, 0];
  const counts = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/).slice(1, 9).map(Number);
  return [counts[7], counts.reduce((sum, count) => sum + count)];
}

/** The longest task of each of some loads, longest last, and the share of the processors that was taken meanwhile. */
async function longestTasks(load) {
  const [took, all] = ticks();
  const found_ms = [];
  for (let i = 0; i < LOADS; i += 1) found_ms.push(Math.round(await load()));
  const [took_then, all_then] = ticks();
  return {
    ms: found_ms.sort((a, b) => a - b),
    stolen: Math.round((100 * (took_then - took)) / Math.max(1, all_then - all)) / 100,
  };
}

const blocked = (page) => page.evaluate(() => Math.max(0, ...window.blocked_ms));

async function open(browser, url, run) {
  const page = await watched(browser);
  const begin = performance.now();
  await page.goto(`${url}#/graph?o.graph.run=${run}`);
  await page.getByText(/\d drawn/).waitFor({ timeout: PATIENCE_MS });
  return { page, took_ms: performance.now() - begin };
}

const nDrawn = async (page) => /([\d,]+) drawn/.exec(await page.locator('.legend').innerText())[1];

/** The time from the key that opens a group until more is drawn. */
async function openGroup(browser, url, run) {
  const { page } = await open(browser, url, `${run}&o.graph.open=`);
  const before = await nDrawn(page);
  await page.getByLabel('Search nodes').fill('group');
  await page.getByRole('button', { name: 'Next match' }).click();
  await page.getByRole('complementary', { name: 'Node' }).waitFor();
  const graph = page.getByRole('application', { name: 'Graph' });
  await graph.focus();
  const took_ms = await page.evaluate(async (shown) => {
    const legend = document.querySelector('.legend');
    const begin = performance.now();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    while (legend.innerText.includes(`${shown} drawn`)) await new Promise(requestAnimationFrame);
    return performance.now() - begin;
  }, before);
  const blocked_ms = await blocked(page);
  await page.context().close();
  return { took_ms, blocked_ms };
}

/** The longest task while a graph is opened. */
async function openBlocked(browser, url, run) {
  const { page } = await open(browser, url, run);
  await wait(SETTLED_MS);
  const blocked_ms = await blocked(page);
  await page.context().close();
  return blocked_ms;
}

async function move(browser, url, run) {
  const { page } = await open(browser, url, run);
  const box = await page.getByRole('application', { name: 'Graph' }).boundingBox();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.evaluate(() => {
    window.frames_ms = [];
    const note = (time_ms) => {
      window.frames_ms.push(time_ms);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const begin = await page.evaluate(() => performance.now());
  for (let i = 0; i < MOVES; i += 1)
    await page.mouse.move(x + Math.sin(i / 12) * 300, y + Math.cos(i / 9) * 100);
  const end = await page.evaluate(() => performance.now());
  await page.mouse.up();
  const frames = await page.evaluate(() => window.frames_ms);
  await page.context().close();
  return (frames.filter((time_ms) => time_ms >= begin && time_ms <= end).length * 1000) / (end - begin);
}

/** The large graph alone: TensorBoard begins with its first run whatever the address says, and chains stop it. */
async function tensorboardTopLevel(browser, folder) {
  const server = await serveTensorboard(
    join(folder, 'large'),
    async (url) => Object.keys(await getJson(`${url}data/plugin/graphs/info`)).length > 0,
  );
  try {
    const page = await newPage(browser);
    const begin = performance.now();
    await page.goto(`${server.url}#graphs`);
    await page.locator('g.nodes g.node').first().waitFor({ timeout: PATIENCE_MS });
    return performance.now() - begin;
  } finally {
    server.stop();
  }
}

/** Its canvas is there once it has laid out the graph; what it shows then is one box. */
async function modelExplorerTopLevel(browser, folder) {
  const server = await serveModelExplorer(join(folder, 'large.json'));
  try {
    const page = await newPage(browser);
    const begin = performance.now();
    await page.goto(server.url);
    await page.locator('webgl-renderer canvas.main').waitFor({ state: 'attached', timeout: PATIENCE_MS });
    return performance.now() - begin;
  } finally {
    server.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-graph-'));
const browser = await launch();
try {
  writeGraphs(folder);
  const server = await serveSightline(folder, 6);
  try {
    const large = await open(browser, server.url, 'large');
    await large.page.context().close();
    const hundred = await openGroup(browser, server.url, 'hundred');
    const thousand = await openGroup(browser, server.url, 'thousand');
    const frames_per_s = await move(browser, server.url, 'wide');
    const chain = await open(browser, server.url, 'chain');
    await chain.page.context().close();
    const long_chain = await open(browser, server.url, 'long_chain');
    await long_chain.page.context().close();
    const theirs_ms = TENSORBOARD_PYTHON ? await tensorboardTopLevel(browser, folder) : null;
    const explorer_ms = RIVALS_PYTHON ? await modelExplorerTopLevel(browser, folder) : null;
    console.log(
      JSON.stringify({
        benchmark: 'graph',
        operations: N_LAYERS * 1000,
        top_level_ms: Math.round(large.took_ms),
        tensorboard_ms: theirs_ms && Math.round(theirs_ms),
        sooner: theirs_ms && ratio(theirs_ms, large.took_ms),
        model_explorer_ms: explorer_ms && Math.round(explorer_ms),
        sooner_than_model_explorer: explorer_ms && ratio(explorer_ms, large.took_ms),
        open_100_ms: Math.round(hundred.took_ms),
        open_1000_ms: Math.round(thousand.took_ms),
        frames_per_s_5000: Math.round(frames_per_s),
        chain_5000_ms: Math.round(chain.took_ms),
        chain_50000_ms: Math.round(long_chain.took_ms),
        longest_task: {
          top_level: await longestTasks(() => openBlocked(browser, server.url, 'large')),
          open_100: await longestTasks(
            async () => (await openGroup(browser, server.url, 'hundred')).blocked_ms,
          ),
          open_1000: await longestTasks(
            async () => (await openGroup(browser, server.url, 'thousand')).blocked_ms,
          ),
          chain_5000: await longestTasks(() => openBlocked(browser, server.url, 'chain')),
        },
      }),
    );
  } finally {
    server.stop();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
