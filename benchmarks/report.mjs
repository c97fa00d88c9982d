// A report beside the served page: bytes a point, time to the first charts from file:// and from the server, and what a zoom
// takes in the core that both compute with, as WebAssembly.
//
//   PYTHON=.venv/bin/python node benchmarks/report.mjs      prints one line of JSON
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { launch, median, newPage, PYTHON, ratio, serveSightline } from './boards.mjs';

const ROOT = join(import.meta.dirname, '..');
const VISITS = 3;
const ZOOMS = 30;
const N_MANY = 10 * 20 * 1000;
const N_LONG = 1_000_000;
const WIDTH_PX = 1000;

function share(folder) {
  const path = `${folder}.html`;
  execFileSync(PYTHON, ['-m', 'sightline', 'share', folder, '-o', path, '--max-size', '200MB'], {
    stdio: 'pipe',
  });
  return path;
}

/** Runs in the page from its first moment: notes when a chart has ink. */
function watch() {
  const probe = new OffscreenCanvas(80, 60).getContext('2d', { willReadFrequently: true });
  const look = () => {
    const inked = [...document.querySelectorAll('canvas')].some((canvas) => {
      if (!canvas.width) return false;
      probe.clearRect(0, 0, 80, 60);
      probe.drawImage(canvas, 0, 0, 80, 60);
      return probe.getImageData(0, 0, 80, 60).data.some((value, i) => i % 4 === 3 && value > 20);
    });
    if (inked) window.firstChart_ms = performance.now();
    else setTimeout(look, 10);
  };
  setTimeout(look, 10);
}

async function firstChart_ms(browser, url) {
  const page = await newPage(browser);
  await page.addInitScript(watch);
  await page.goto(url);
  await page.waitForFunction(() => window.firstChart_ms !== undefined);
  const took_ms = await page.evaluate(() => window.firstChart_ms);
  await page.context().close();
  return took_ms;
}

async function openings(folder, path) {
  const browser = await launch();
  const server = await serveSightline(folder, 10);
  const times = { file: [], served: [] };
  for (let i = 0; i < VISITS; i += 1) {
    times.file.push(await firstChart_ms(browser, `${pathToFileURL(path).href}#/scalars`));
    times.served.push(await firstChart_ms(browser, `${server.url}#/scalars`));
  }
  await browser.close();
  server.stop();
  return { file_ms: Math.round(median(times.file)), served_ms: Math.round(median(times.served)) };
}

/** The unpacked bytes of the first run's scalars in a report. */
function scalars(path) {
  const text = readFileSync(path, 'utf8');
  const block = (id) => {
    const at = text.lastIndexOf(`id="${id}">`) + id.length + 6;
    return text.slice(at, text.indexOf('</script>', at));
  };
  const { entries } = JSON.parse(block('sightline-report'));
  const { at, size } = entries[Object.keys(entries).find((key) => key.startsWith('columns/scalar/'))];
  return gunzipSync(Buffer.from(block('sightline-data'), 'base64').subarray(at, at + size));
}

async function zooms(path) {
  const module = readFileSync(join(ROOT, 'native/wasm/sightline.wasm'));
  const noFiles = new Proxy({}, { get: () => () => 8 });
  const { instance } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: noFiles });
  const core = instance.exports;
  core._initialize();
  const bytes = scalars(path);
  const at = core.allocate(bytes.length);
  new Uint8Array(core.memory.buffer).set(bytes, at);
  const entry = core.load(at, bytes.length);
  const took_ms = (n) => {
    const times = Array.from({ length: ZOOMS }, (_, i) => {
      const begin_ms = performance.now();
      core.begin();
      core.add_series(entry, 0, false);
      core.view(0, true, i * 10, i * 10 + n, WIDTH_PX, 0, 0, true);
      return performance.now() - begin_ms;
    });
    return Math.round(100 * median(times)) / 100;
  };
  return { of_100k_ms: took_ms(100_000), of_1m_ms: took_ms(N_LONG) };
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-report-'));
try {
  execFileSync(PYTHON, [join(import.meta.dirname, 'report_logs.py'), folder], { stdio: 'pipe' });
  const [many, long] = [share(join(folder, 'many')), share(join(folder, 'long'))];
  const page_bytes = statSync(join(ROOT, 'src/sightline/_static/report.html')).size;
  const size = statSync(many).size;
  const opening = await openings(join(folder, 'many'), many);
  console.log(
    JSON.stringify({
      benchmark: 'report',
      page_bytes,
      bytes_a_point: ratio(size - page_bytes, N_MANY),
      first_chart: { ...opening, ratio: Math.round((100 * opening.file_ms) / opening.served_ms) / 100 },
      zoom: await zooms(long),
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
