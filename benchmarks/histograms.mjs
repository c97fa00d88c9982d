// The histograms page beside TensorBoard's on the same logs, in Chromium: time to the first and to all visible cards.
//
//   PYTHON=.venv/bin/python RIVAL_PYTHON=…/bin/python node benchmarks/histograms.mjs [RUNS TAGS STEPS]      prints one line of JSON
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const { chromium } = createRequire(join(here, '../web/package.json'))('playwright-core');
const python = process.env.PYTHON ?? 'python3';
const rival = process.env.RIVAL_PYTHON ?? python;
const [nRuns, nTags, nSteps] = (process.argv.length > 4 ? process.argv.slice(2) : [10, 200, 200]).map(Number);
const VISITS = 3;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** Runs in the page from its first moment: notes when figures in sight are drawn. */
function watch(figures) {
  const notes = { first: null, all: null };
  window.notes = notes;
  const look = () => {
    const inSight = figures().filter(({ element }) => element.getBoundingClientRect().top < innerHeight);
    if (notes.first === null && inSight.some((one) => one.isDrawn())) notes.first = performance.now();
    if (inSight.length > 0 && inSight.every((one) => one.isDrawn())) notes.all = performance.now();
    else setTimeout(look, 10);
  };
  setTimeout(look, 10);
}

/** Ours: every panel has a canvas. */
function ourFigures() {
  const probe = (window.probe ??= new OffscreenCanvas(80, 60).getContext('2d', { willReadFrequently: true }));
  const done = (window.done ??= new WeakSet());
  const isDrawn = (panel) => {
    if (done.has(panel)) return true;
    const canvas = panel.querySelector('canvas');
    if (!canvas?.width) return false;
    probe.clearRect(0, 0, 80, 60);
    probe.drawImage(canvas, 0, 0, 80, 60);
    const { data } = probe.getImageData(0, 0, 80, 60);
    // A figure is painted in one go, so any ink means all of it.
    const inked = data.some((value, i) => i % 4 === 3 && value > 20);
    if (inked) done.add(panel);
    return inked;
  };
  return [...document.querySelectorAll('article[data-kind=histogram] section')].map((element) => ({ element, isDrawn: () => isDrawn(element) }));
}

/** TensorBoard's: an element of its own per run and tag, with a path per step. */
function theirFigures() {
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.tagName === 'VZ-HISTOGRAM-TIMESERIES') found.push(element);
      else if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return found.map((element) => ({ element, isDrawn: () => [...(element.shadowRoot?.querySelectorAll('path') ?? [])].some((path) => (path.getAttribute('d') ?? '').length > 20) }));
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function until(isDone) {
  for (let i = 0; i < 3000; i += 1) {
    if (await isDone().catch(() => false)) return;
    await pause(100);
  }
  throw new Error('the server did not get ready');
}

const json = async (url) => (await fetch(url)).json();

async function measure(browser, url, figures) {
  const visits = [];
  for (let i = 0; i < VISITS; i += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(`(${watch})(${figures})`);
    await page.goto(url);
    await page.waitForFunction(() => window.notes.all !== null, null, { timeout: 120_000 });
    visits.push(await page.evaluate(() => ({ ...window.notes })));
    await context.close();
  }
  return { first_ms: Math.round(median(visits.map((one) => one.first))), all_ms: Math.round(median(visits.map((one) => one.all))) };
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-histograms-'));
const servers = [];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
try {
  execFileSync(python, [join(here, '../web/e2e/scenes/many_histograms.py'), folder, nRuns, nTags, nSteps].map(String));
  const start = async (command, args) => {
    const port = await freePort();
    servers.push(spawn(command, [...args, '--port', String(port)], { stdio: 'ignore' }));
    return `http://localhost:${port}/`;
  };
  const ours = await start(python, ['-m', 'sightline', 'serve', folder]);
  await until(async () => {
    const progress = await json(`${ours}api/v1/progress`);
    return !progress.loading && progress.runs >= nRuns;
  });
  const sightline = await measure(browser, `${ours}#/histograms`, ourFigures);
  const theirs = await start(rival, ['-m', 'tensorboard.main', '--logdir', folder]);
  await until(async () => {
    const runs = Object.values(await json(`${theirs}data/plugin/histograms/tags`));
    return runs.length === nRuns && runs.every((tags) => Object.keys(tags).length === nTags);
  });
  // It goes on reading after the last tag is known.
  await pause(5000);
  const tensorboard = await measure(browser, `${theirs}#histograms`, theirFigures);
  const ratio = (name) => Math.round((10 * tensorboard[name]) / sightline[name]) / 10;
  console.log(JSON.stringify({ benchmark: 'histograms', runs: nRuns, tags: nTags, steps: nSteps, sightline, tensorboard, first_times_sooner: ratio('first_ms'), all_times_sooner: ratio('all_ms') }));
} finally {
  await browser.close();
  for (const server of servers) server.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
