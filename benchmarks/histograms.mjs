// The histograms page beside TensorBoard's on the same logs, in Chromium: time to the first and to all visible cards.
//
//   PYTHON=.venv/bin/python [TENSORBOARD_PYTHON=…] node benchmarks/histograms.mjs [RUNS TAGS STEPS]      prints one line of JSON
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  getJson,
  launch,
  median,
  newPage,
  PYTHON,
  ratio,
  serveSightline,
  serveTensorboard,
  TENSORBOARD_PYTHON,
} from './boards.mjs';

const [nRuns, nTags, nSteps] = (process.argv.length > 4 ? process.argv.slice(2) : [10, 200, 200]).map(Number);
const VISITS = 3;
/** TensorBoard goes on reading after the last tag is known. */
const REST_MS = 5000;

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
  return [...document.querySelectorAll('article[data-kind=histogram] section')].map((element) => ({
    element,
    isDrawn: () => isDrawn(element),
  }));
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
  return found.map((element) => ({
    element,
    isDrawn: () =>
      [...(element.shadowRoot?.querySelectorAll('path') ?? [])].some(
        (path) => (path.getAttribute('d') ?? '').length > 20,
      ),
  }));
}

async function measure(browser, server, hash, figures) {
  try {
    const visits = [];
    for (let i = 0; i < VISITS; i += 1) {
      const page = await newPage(browser);
      await page.addInitScript(`(${watch})(${figures})`);
      await page.goto(server.url + hash);
      await page.waitForFunction(() => window.notes.all !== null, null, { timeout: 120_000 });
      visits.push(await page.evaluate(() => ({ ...window.notes })));
      await page.context().close();
    }
    return {
      first_ms: Math.round(median(visits.map((one) => one.first))),
      all_ms: Math.round(median(visits.map((one) => one.all))),
    };
  } finally {
    server.stop();
  }
}

async function theirs(browser, folder) {
  const server = await serveTensorboard(folder, async (url) => {
    const runs = Object.values(await getJson(`${url}data/plugin/histograms/tags`));
    return runs.length === nRuns && runs.every((tags) => Object.keys(tags).length === nTags);
  });
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return measure(browser, server, '#histograms', theirFigures);
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-histograms-'));
const browser = await launch();
try {
  execFileSync(
    PYTHON,
    [join(import.meta.dirname, '../web/e2e/scenes/many_histograms.py'), folder, nRuns, nTags, nSteps].map(
      String,
    ),
  );
  const sightline = await measure(browser, await serveSightline(folder, nRuns), '#/histograms', ourFigures);
  const result = { benchmark: 'histograms page', runs: nRuns, tags: nTags, steps: nSteps, sightline };
  if (TENSORBOARD_PYTHON) {
    result.tensorboard = await theirs(browser, folder);
    result.times_sooner = {
      first: ratio(result.tensorboard.first_ms, sightline.first_ms),
      all: ratio(result.tensorboard.all_ms, sightline.all_ms),
    };
  }
  console.log(JSON.stringify(result));
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
