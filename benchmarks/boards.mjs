// Starting both boards and a browser, for all benchmarks of pages.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

const { chromium } = createRequire(join(import.meta.dirname, '../web/package.json'))('playwright-core');
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--enable-precise-memory-info',
];

/** Ours. */
export const PYTHON = process.env.PYTHON ?? 'python3';
/** Of an environment that has TensorBoard; null: only our own page is measured. */
export const TENSORBOARD_PYTHON = process.env.TENSORBOARD_PYTHON ?? null;

/** Of an environment with benchmarks/rivals.txt; null: without them. */
export const RIVALS_PYTHON = process.env.RIVALS_PYTHON ?? null;

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
/** To one digit behind the point. */
export const ratio = (theirs, ours) => Math.round((10 * theirs) / ours) / 10;
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

/** Chromium makes the bars of a new window with pages of its own; on two cores they take one for about a second. */
export const WINDOW_MS = 3000;

/** A page without any cache, in a window that is there: what is measured begins with entering the address. */
export async function newPage(browser) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await wait(WINDOW_MS);
  return page;
}

export const getJson = async (url) => (await fetch(url)).json();

/** Our server, with all runs read. */
export async function serveSightline(folder, nRuns) {
  const server = spawn(PYTHON, ['-m', 'sightline', 'serve', folder, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let url = '';
  for await (const line of createInterface({ input: server.stdout })) {
    url = /https?:\/\/[^"\s]+/.exec(line)?.[0] ?? '';
    if (url) break;
  }
  await until(server, async () => {
    const progress = await getJson(`${url}api/v1/progress`);
    return !progress.loading && progress.runs >= nRuns;
  });
  return { url, pid: server.pid, stop: () => server.kill('SIGTERM') };
}

/** TensorBoard's; `isReady` is given its address and says whether all is read. */
export async function serveTensorboard(folder, isReady, flags = []) {
  const port = await freePort();
  const server = spawn(
    TENSORBOARD_PYTHON,
    ['-m', 'tensorboard.main', '--logdir', folder, '--port', String(port), ...flags],
    { stdio: 'ignore' },
  );
  const url = `http://localhost:${port}/`;
  await until(server, () => isReady(url));
  return { url, pid: server.pid, stop: () => server.kill('SIGTERM') };
}

/** Model Explorer with one file. */
export async function serveModelExplorer(path) {
  const port = await freePort();
  const server = spawn(
    join(dirname(RIVALS_PYTHON), 'model-explorer'),
    [path, '--host', '127.0.0.1', '--port', String(port), '--no_open_in_browser'],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}/`;
  await until(server, async () => (await fetch(url)).ok);
  const data = encodeURIComponent(JSON.stringify({ models: [{ url: path }] }));
  return { url: `${url}?data=${data}`, stop: () => server.kill('SIGTERM') };
}

/** Until it holds; what fails does not hold yet. */
async function until(server, holds) {
  for (let i = 0; i < 3000 && server.exitCode === null; i += 1) {
    if (await holds().catch(() => false)) return;
    await wait(100);
  }
  server.kill();
  throw new Error(`the server did not get ready: ${server.spawnargs.join(' ')}`);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
