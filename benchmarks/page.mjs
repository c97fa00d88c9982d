// The page under load, in Chromium: time to the first and to all visible charts, response to a person, memory.
//
//   PYTHON=.venv/bin/python node benchmarks/page.mjs [RUNS TAGS STEPS]      prints one line of JSON
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const here = import.meta.dirname;
const { chromium } = createRequire(join(here, '../web/package.json'))('playwright-core');
const python = process.env.PYTHON ?? 'python3';
const [nRuns, nTags, nSteps] = (process.argv.length > 4 ? process.argv.slice(2) : [100, 20, 500]).map(Number);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--enable-precise-memory-info'];

/** Runs in the page from its first moment: notes when charts have lines and how long tasks block. */
function watch() {
  const notes = { first: null, all: null, longest_ms: 0 };
  window.notes = notes;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) notes.longest_ms = Math.max(notes.longest_ms, entry.duration);
  }).observe({ type: 'longtask', buffered: true });
  const probe = new OffscreenCanvas(120, 60).getContext('2d', { willReadFrequently: true });
  const hasLines = (canvas) => {
    probe.clearRect(0, 0, 120, 60);
    probe.drawImage(canvas, 0, 0, 120, 60);
    const { data } = probe.getImageData(0, 0, 120, 60);
    for (let i = 0; i < data.length; i += 4) {
      const high = Math.max(data[i], data[i + 1], data[i + 2]);
      if (data[i + 3] > 20 && high - Math.min(data[i], data[i + 1], data[i + 2]) > 40) return true;
    }
    return false;
  };
  const drawn = new WeakSet();
  const look = () => {
    const cards = [...document.querySelectorAll('article[data-tag]')].filter((card) => card.getBoundingClientRect().top < innerHeight);
    for (const card of cards) {
      const canvas = drawn.has(card) ? null : card.querySelector('canvas');
      if (canvas && canvas.width > 0 && hasLines(canvas)) drawn.add(card);
    }
    if (notes.first === null && cards.some((card) => drawn.has(card))) notes.first = performance.now();
    if (cards.length > 0 && cards.every((card) => drawn.has(card))) notes.all = performance.now();
    else setTimeout(look, 10);
  };
  setTimeout(look, 10);
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** Do something and wait for the frame after the next, which shows it. */
const responses = (page, action, times) =>
  page.evaluate(
    async ([source, n]) => {
      const act = new Function('i', source);
      const took = [];
      for (let i = 0; i < n; i += 1) {
        const begin = performance.now();
        act(i);
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        took.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      return took;
    },
    [action, times],
  );

const TOGGLE = 'document.querySelectorAll("[data-run] .swatch")[i % 5].click()';
const TYPE = 'const f = document.getElementById("run-filter"); f.value = "trial-".slice(0, 1 + (i % 6)); f.dispatchEvent(new Event("input", { bubbles: true }))';
const HOVER = 'const o = document.querySelectorAll(".u-over")[i % 3], b = o.getBoundingClientRect(); o.dispatchEvent(new PointerEvent("pointermove", { clientX: b.left + 20 + ((i * 13) % (b.width - 40)), clientY: b.top + 50, bubbles: true }))';

async function framesPerSecond(page, selector) {
  return page.evaluate(async (where) => {
    const box = document.querySelector(where);
    let frames = 0;
    const begin = performance.now();
    while (performance.now() - begin < 1500) {
      box.scrollTop += 40;
      await new Promise(requestAnimationFrame);
      frames += 1;
    }
    box.scrollTop = 0;
    return Math.round((frames * 1000) / (performance.now() - begin));
  }, selector);
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-page-'));
let server;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
try {
  execFileSync(python, [join(here, '../web/e2e/write_logs.py'), folder, 'many', nRuns, nTags, nSteps].map(String));
  server = spawn(python, ['-m', 'sightline', 'serve', folder, '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let url = '';
  for await (const line of createInterface({ input: server.stdout })) {
    url = /https?:\/\/[^"\s]+/.exec(line)?.[0] ?? '';
    if (url) break;
  }
  for (;;) {
    const progress = await (await fetch(`${url}api/v1/progress`)).json();
    if (!progress.loading && progress.runs >= nRuns) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const visits = [];
  let page;
  for (let i = 0; i < 3; i += 1) {
    await page?.close();
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.addInitScript(watch);
    await page.goto(url);
    await page.waitForFunction(() => window.notes.all !== null, null, { timeout: 120_000 });
    visits.push(await page.evaluate(() => ({ ...window.notes })));
  }
  await page.waitForTimeout(1000);
  const memory = await page.evaluate(() => performance.memory.usedJSHeapSize);
  await page.evaluate(() => (window.notes.longest_ms = 0));
  const toggle = await responses(page, TOGGLE, 10);
  const type = await responses(page, TYPE, 12);
  const hover = await responses(page, HOVER, 20);
  await page.waitForTimeout(500);
  const longest = await page.evaluate(() => window.notes.longest_ms);
  const result = {
    benchmark: 'page',
    runs: nRuns,
    tags: nTags,
    steps: nSteps,
    first_chart_ms: Math.round(median(visits.map((one) => one.first))),
    all_charts_ms: Math.round(median(visits.map((one) => one.all))),
    toggle_ms: Math.round(median(toggle)),
    type_ms: Math.round(median(type)),
    crosshair_ms: Math.round(median(hover)),
    longest_block_ms: Math.round(longest),
    scroll_runs_fps: await framesPerSecond(page, '.runs .body'),
    scroll_cards_fps: await framesPerSecond(page, '.scroll'),
    memory_mb: Math.round(memory / 1e5) / 10,
  };
  console.log(JSON.stringify(result));
} finally {
  await browser.close();
  server?.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
