// A graph in Chromium: from entering the address to its top level, beside TensorBoard on the same events and Model Explorer on the
// same operations, in turns; then groups opened and thousands of nodes moved, with the longest time that the page was blocked.
//
// How long the page was blocked is told for each of some loads by the clock and by the time that it computed, with the share of the
// processors that the host took from this machine meanwhile: a page is blocked, too, while its processor is away. `plain_loop` is
// what becomes of a loop that needs 20 ms, in no browser, while all processors work: what no page here can be better than.
//
//   PYTHON=.venv/bin/python [TENSORBOARD_PYTHON=…] [RIVALS_PYTHON=…] node benchmarks/graph.mjs [LAYERS]      prints one line of JSON
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
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
const LOOK_MS = 20;
const MOVES = 120;
const LOOPS = 1000;
/** Loads of the large graph by each of the boards. */
const TURNS = 3;
/** Loads of each part whose longest tasks are told. */
const LOADS = 5;
/** Tells the page that is watched from others. */
const MARK = 'watched-page';
/** What comes after the first picture is over. */
const SETTLED_MS = 1000;

/** Layers × 10 blocks × 100 operations; a group of 100 and one of 1000; 5000 in no order; chains of 5000 and 50,000. */
function writeGraphs(folder) {
  const script = fileURLToPath(new URL('graph_logs.py', import.meta.url));
  const { status, stderr } = spawnSync(PYTHON, [script, folder, String(N_LAYERS)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** The longest task of a page by the clock, and the longest by what it computed, while something is done. */
async function longestTask(browser, work) {
  await browser.startTracing(undefined, { categories: ['toplevel', 'blink.user_timing'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  // Chromium has pages of its own beside it.
  const { pid, tid } = traceEvents.find(({ name }) => name === MARK);
  const tasks = traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X');
  return {
    clock_ms: Math.max(...tasks.map(({ dur }) => dur)) / 1000,
    computed_ms: Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1000,
  };
}

/** Ticks that the host took, and all, since the machine's start; zeros where the system does not tell. */
function ticks() {
  if (!existsSync('/proc/stat')) return [0, 0];
  const counts = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/).slice(1, 9).map(Number);
  return [counts[7], counts.reduce((sum, count) => sum + count)];
}

/** The longest tasks of each of some loads, longest last, and the share of the processors that was taken meanwhile. */
async function longestTasks(browser, load) {
  const [took, all] = ticks();
  const found = [];
  for (let i = 0; i < LOADS; i += 1) found.push(await longestTask(browser, load));
  const [took_then, all_then] = ticks();
  const sorted = (name) => found.map((each) => Math.round(each[name])).sort((a, b) => a - b);
  return {
    clock_ms: sorted('clock_ms'),
    computed_ms: sorted('computed_ms'),
    stolen: Math.round((100 * (took_then - took)) / Math.max(1, all_then - all)) / 100,
  };
}

/** Wait for it, looking often: Playwright's own waiting comes to look only twice a second. */
async function seen(locator) {
  const end = performance.now() + PATIENCE_MS;
  while (!(await locator.isVisible())) {
    if (performance.now() > end) throw new Error(`not seen: ${locator}`);
    await wait(LOOK_MS);
  }
}

/** How long a loop takes by the clock that takes 20 ms at best: its middle, one in a hundred, and the longest. */
async function plainLoop() {
  const spin = (n) => {
    const begin = performance.now();
    for (let i = 0, sum = 0; i < n; i += 1) sum += Math.sqrt(i + sum);
    return performance.now() - begin;
  };
  const others = Array.from(
    { length: availableParallelism() - 1 },
    () => new Worker('for (;;);', { eval: true }),
  );
  await Promise.all(others.map((other) => new Promise((resume) => other.once('online', resume))));
  let n = 1_000_000;
  const best_ms = Math.min(...Array.from({ length: 50 }, () => spin(n)));
  n = Math.round((n * 20) / best_ms);
  const found_ms = Array.from({ length: LOOPS }, () => spin(n)).sort((a, b) => a - b);
  await Promise.all(others.map((other) => other.terminate()));
  const at = (share) => Math.round(found_ms[Math.floor(share * (LOOPS - 1))]);
  return { middle_ms: at(0.5), one_in_100_ms: at(0.99), longest_ms: at(1) };
}

async function open(browser, url, run) {
  const page = await newPage(browser);
  await page.addInitScript((mark) => performance.mark(mark), MARK);
  const begin = performance.now();
  await page.goto(`${url}#/graph?o.graph.run=${run}`);
  await seen(page.getByText(/\d drawn/));
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
  await page.context().close();
  return took_ms;
}

/** The time until a graph is shown; the page stays for what comes after that. */
async function shown(browser, url, run, stay_ms = 0) {
  const { page, took_ms } = await open(browser, url, run);
  await wait(stay_ms);
  await page.context().close();
  return took_ms;
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
    await seen(page.locator('g.nodes g.node').first());
    const took_ms = performance.now() - begin;
    await page.context().close();
    return took_ms;
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
    await seen(page.locator('webgl-renderer canvas.main'));
    const took_ms = performance.now() - begin;
    await page.context().close();
    return took_ms;
  } finally {
    server.stop();
  }
}

/** Null where there are none. */
const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;

const folder = mkdtempSync(join(tmpdir(), 'sightline-graph-'));
const browser = await launch();
try {
  writeGraphs(folder);
  const server = await serveSightline(folder, 6);
  try {
    const [ours, tensorboards, explorers] = [[], [], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      ours.push(await shown(browser, server.url, 'large'));
      if (TENSORBOARD_PYTHON) tensorboards.push(await tensorboardTopLevel(browser, folder));
      if (RIVALS_PYTHON) explorers.push(await modelExplorerTopLevel(browser, folder));
    }
    const [large_ms, theirs_ms, explorer_ms] = [ours, tensorboards, explorers].map(middle);
    const hundred_ms = await openGroup(browser, server.url, 'hundred');
    const thousand_ms = await openGroup(browser, server.url, 'thousand');
    const frames_per_s = await move(browser, server.url, 'wide');
    const chain_ms = await shown(browser, server.url, 'chain');
    const long_chain_ms = await shown(browser, server.url, 'long_chain');
    const blocked = (load) => longestTasks(browser, load);
    console.log(
      JSON.stringify({
        benchmark: 'graph',
        operations: N_LAYERS * 1000,
        top_level_ms: Math.round(large_ms),
        tensorboard_ms: theirs_ms && Math.round(theirs_ms),
        sooner: theirs_ms && ratio(theirs_ms, large_ms),
        model_explorer_ms: explorer_ms && Math.round(explorer_ms),
        sooner_than_model_explorer: explorer_ms && ratio(explorer_ms, large_ms),
        open_100_ms: Math.round(hundred_ms),
        open_1000_ms: Math.round(thousand_ms),
        frames_per_s_5000: Math.round(frames_per_s),
        chain_5000_ms: Math.round(chain_ms),
        chain_50000_ms: Math.round(long_chain_ms),
        plain_loop: await plainLoop(),
        longest_task: {
          top_level: await blocked(() => shown(browser, server.url, 'large', SETTLED_MS)),
          open_100: await blocked(() => openGroup(browser, server.url, 'hundred')),
          open_1000: await blocked(() => openGroup(browser, server.url, 'thousand')),
          chain_5000: await blocked(() => shown(browser, server.url, 'chain', SETTLED_MS)),
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
