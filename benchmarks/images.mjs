// The images page beside TensorBoard's on the same logs, in Chromium: first and all visible pictures, the next step, memory of the servers.
//
//   PYTHON=.venv/bin/python [TENSORBOARD_PYTHON=…] node benchmarks/images.mjs [RUNS TAGS STEPS]      prints one line of JSON
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

const [nRuns, nTags, nSteps] = (process.argv.length > 4 ? process.argv.slice(2) : [20, 50, 100]).map(Number);
const VISITS = 3;
const QUIET_MS = 1500;

/** Runs in the page from its first moment: when each picture in sight, in whatever shadow it stands, was there. */
function watch() {
  const notes = { first: null, last: null, n: 0 };
  window.notes = notes;
  const seen = new WeakSet();
  const pictures = (root, found) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.tagName === 'IMG') found.push(element);
      if (element.shadowRoot) pictures(element.shadowRoot, found);
    }
    return found;
  };
  const look = () => {
    for (const picture of pictures(document, [])) {
      if (seen.has(picture) || !picture.complete || picture.naturalWidth < 32) continue;
      const box = picture.getBoundingClientRect();
      if (box.width < 16 || box.top >= innerHeight || box.bottom <= 0) continue;
      seen.add(picture);
      notes.last = performance.now();
      notes.first ??= notes.last;
      notes.n += 1;
    }
    setTimeout(look, 10);
  };
  setTimeout(look, 10);
}

/** Resident memory of a process and its children, in MB. */
function residentMb(pid) {
  const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return Math.round(own / 1024) + children.reduce((sum, child) => sum + residentMb(child), 0);
}

async function visits(browser, url) {
  const found = [];
  let page;
  for (let i = 0; i < VISITS; i += 1) {
    await page?.context().close();
    page = await newPage(browser);
    await page.addInitScript(watch);
    await page.goto(url);
    await page.waitForFunction(
      (quiet_ms) => window.notes.last !== null && performance.now() - window.notes.last > quiet_ms,
      QUIET_MS,
      { timeout: 120_000 },
    );
    found.push(await page.evaluate(() => ({ ...window.notes })));
  }
  const figures = {
    first_ms: Math.round(median(found.map((one) => one.first))),
    all_ms: Math.round(median(found.map((one) => one.last))),
    pictures: median(found.map((one) => one.n)),
  };
  return { page, figures };
}

/** Press a key on the ruler and wait until the first card shows other pictures, all of them there and painted. */
function stepTimes(page, key, n) {
  return page.evaluate(
    async ([pressed, times]) => {
      const ruler = document.querySelector('[role=slider][aria-label=Step]');
      const shown = () =>
        [...document.querySelector('article[data-tag]').querySelectorAll('img')].filter(
          (one) => one.getBoundingClientRect().top < innerHeight,
        );
      const took = [];
      for (let i = 0; i < times; i += 1) {
        const before = new Map(shown().map((one) => [one, one.src]));
        const begin = performance.now();
        ruler.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
        const ready = () =>
          shown().every((one) => one.src !== before.get(one) && one.complete && one.naturalWidth > 0);
        while (!ready()) await new Promise(requestAnimationFrame);
        await Promise.all(shown().map((one) => one.decode()));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        took.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
      return took;
    },
    [key, n],
  );
}

async function ours(browser, folder) {
  const server = await serveSightline(folder, nRuns);
  try {
    const { page, figures } = await visits(browser, `${server.url}#/images`);
    await page.waitForTimeout(1000);
    const steps = await stepTimes(page, 'ArrowLeft', 15);
    return {
      ...figures,
      next_step_ms: Math.round(median(steps)),
      slowest_step_ms: Math.round(Math.max(...steps)),
      server_mb: residentMb(server.pid),
    };
  } finally {
    server.stop();
  }
}

async function theirs(browser, folder) {
  const last = new URLSearchParams({
    run: `run_${String(nRuns - 1).padStart(2, '0')}`,
    tag: `group_${Math.floor((nTags - 1) / 10)}/image_${String(nTags - 1).padStart(2, '0')}`,
    sample: '0',
  });
  const server = await serveTensorboard(folder, async (url) => {
    const tags = await getJson(`${url}data/plugin/images/tags`);
    const values = await getJson(`${url}data/plugin/images/images?${last}`);
    return Object.keys(tags).length >= nRuns && values.at(-1)?.step === nSteps - 1;
  });
  try {
    const { figures } = await visits(browser, `${server.url}#images`);
    return { ...figures, server_mb: residentMb(server.pid) };
  } finally {
    server.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-images-'));
const browser = await launch();
try {
  execFileSync(
    PYTHON,
    [join(import.meta.dirname, '../web/e2e/scenes/images.py'), folder, 'bench', nRuns, nTags, nSteps].map(
      String,
    ),
  );
  const sightline = await ours(browser, folder);
  const result = { benchmark: 'images page', runs: nRuns, tags: nTags, steps: nSteps, sightline };
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
