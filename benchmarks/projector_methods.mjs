// t-SNE and UMAP in Chromium from the click on: the projector page beside TensorBoard's, on the same curved clusters. How many of the
// ten nearest neighbors a projection keeps is judged here, by the coordinates that each page shows.
//
//   PYTHON=.venv/bin/python TENSORBOARD_PYTHON=… node benchmarks/projector_methods.mjs [POINTS]      prints one line of JSON
//
// PYTHON needs openTSNE (tests/interop/projector/requirements.txt) for t-SNE.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CHROMIUM,
  getJson,
  PYTHON,
  ratio,
  serveSightline,
  serveTensorboard,
  TENSORBOARD_PYTHON,
  wait,
  WINDOW_MS,
} from './boards.mjs';

const nPoints = Number(process.argv[2] ?? 10_000);
const N_DIMENSIONS = 128;
const K = 10;
/** So many points are judged. */
const N_JUDGED = 400;
/** t-SNE is watched until it keeps so many neighbors. */
const TARGET = 0.64;
const PATIENCE_MS = 600_000;
const POLL_MS = 1000;
const { chromium } = createRequire(join(import.meta.dirname, '../web/package.json'))('playwright-core');
/** Both have the WebGL that they ask for, drawn in software. */
const FLAGS = [
  ...['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
];

const WRITE = `
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from projector import clusters, served
served(Path(sys.argv[2]), clusters(int(sys.argv[3])))
`;

/** The vectors as both pages take them: the mean subtracted, then of length one. */
function sphereized(path) {
  const bytes = readFileSync(path);
  const vectors = new Float32Array(bytes.buffer, bytes.byteOffset, nPoints * N_DIMENSIONS).slice();
  const mean = new Float64Array(N_DIMENSIONS);
  vectors.forEach((value, i) => (mean[i % N_DIMENSIONS] += value / nPoints));
  for (let point = 0; point < nPoints; point += 1) {
    const one = vectors.subarray(point * N_DIMENSIONS, (point + 1) * N_DIMENSIONS);
    one.forEach((value, i) => (one[i] = value - mean[i]));
    const length = Math.hypot(...one);
    one.forEach((value, i) => (one[i] = value / length));
  }
  return vectors;
}

/** The nearest of a point among some, by columns of numbers. */
function nearest(values, width, point, among) {
  const found = [];
  for (const other of among) {
    let away = 0;
    for (let i = 0; i < width; i += 1) away += (values[point * width + i] - values[other * width + i]) ** 2;
    if (other === point || (found.length === K && away >= found[K - 1].away)) continue;
    found.splice(found.findLastIndex((one) => one.away <= away) + 1, 0, {
      other,
      away,
    });
    found.length = Math.min(found.length, K);
  }
  return new Set(found.map(({ other }) => other));
}

/** The share of the nearest neighbors that coordinates keep, among the points that have any. */
function judge(vectors) {
  const known = new Map();
  return (coordinates) => {
    const shown = [];
    for (let i = 0; i < nPoints; i += 1) if (Number.isFinite(coordinates[2 * i])) shown.push(i);
    const judged = Array.from(
      { length: Math.min(N_JUDGED, shown.length) },
      (_, i) => shown[Math.floor((i * shown.length) / N_JUDGED)],
    );
    let kept = 0;
    for (const point of judged) {
      const key = `${point} of ${shown.length}`;
      if (!known.has(key)) known.set(key, nearest(vectors, N_DIMENSIONS, point, shown));
      for (const other of nearest(coordinates, 2, point, shown)) kept += known.get(key).has(other) ? 1 : 0;
    }
    return judged.length === 0 ? 0 : kept / (K * judged.length);
  };
}

/** Asks for coordinates until they are good enough; the time of the last question counts. */
async function untilGood(begin, kept, coordinates, isDone) {
  for (;;) {
    const took_s = (performance.now() - begin) / 1000;
    const done = await isDone();
    const share = kept(await coordinates());
    if (done || share >= TARGET || took_s * 1000 > PATIENCE_MS) return { took_s, kept: share };
    await wait(POLL_MS);
  }
}

async function newPage(browser) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await wait(WINDOW_MS);
  return page;
}

/** Asks TensorBoard's projector, which is behind several shadows, for one thing or to do one. */
const theirs = (frame, what, method = '') =>
  frame.evaluate(
    ([wanted, name]) => {
      const projector = document
        .querySelector('vz-projector-dashboard, vz-projector-app')
        ?.shadowRoot?.querySelector('vz-projector');
      const points = projector?.dataSet?.points ?? [];
      if (wanted === 'count') return points.length;
      const panel = projector.shadowRoot.querySelector('vz-projector-projections-panel').shadowRoot;
      if (wanted === 'flatten' && panel.querySelector(`#${name}-toggle`).checked)
        panel.querySelector(`#${name}-toggle`).click();
      // Its tab starts the computation.
      if (wanted === 'start') panel.querySelector(`[data-tab="${name}"]`).click();
      if (wanted === 'is done')
        return (
          name === 'umap' &&
          points.some(({ projections }) => 'umap-0' in projections) &&
          !panel.querySelector('#run-umap').disabled
        );
      return wanted === 'coordinates'
        ? points.flatMap(({ projections }) => [
            projections[`${name}-0`] ?? null,
            projections[`${name}-1`] ?? null,
          ])
        : null;
    },
    [what, method],
  );

async function frameOf(page) {
  for (;;) {
    const found = page.frames().find((one) => one.url().includes('projector_binary'));
    if (found) return found;
    await wait(POLL_MS / 10);
  }
}

async function measureTensorboard(browser, folder, kept) {
  const server = await serveTensorboard(
    folder,
    async (url) => (await getJson(`${url}data/plugin/projector/runs`)).length > 0,
  );
  try {
    const found = {};
    for (const method of ['tsne', 'umap']) {
      const page = await newPage(browser);
      await page.goto(`${server.url}#projector`);
      const frame = await frameOf(page);
      while ((await theirs(frame, 'count')) !== nPoints) await wait(POLL_MS);
      await theirs(frame, 'flatten', method);
      await wait(WINDOW_MS);
      const begin = performance.now();
      await theirs(frame, 'start', method);
      const coordinates = async () =>
        (await theirs(frame, 'coordinates', method)).map((value) => value ?? NaN);
      found[method] = await untilGood(begin, kept, coordinates, () => theirs(frame, 'is done', method));
      await page.context().close();
    }
    return found;
  } finally {
    server.stop();
  }
}

/** Without WebGL our page hands what it draws to its worker: those coordinates are judged. */
async function noteCoordinates(page) {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === 'webgl2' ? null : getContext.call(this, kind, ...rest);
    };
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message?.kind === 'points') window.positions = message.points.positions;
      return postMessage.call(this, message, ...rest);
    };
  });
}

async function measureSightline(browser, folder, kept) {
  const server = await serveSightline(folder, 0);
  try {
    const found = {};
    for (const method of ['tsne', 'umap']) {
      const page = await newPage(browser);
      await noteCoordinates(page);
      await page.goto(`${server.url}#/projector?o.projector.sphereize=1`);
      const all = nPoints.toLocaleString('en-US');
      await page.getByText(`${all} of ${all} drawn`).waitFor({ timeout: PATIENCE_MS });
      await wait(WINDOW_MS);
      const begin = performance.now();
      await page.getByRole('radio', { name: method === 'tsne' ? 't-SNE' : 'UMAP' }).click();
      const coordinates = async () =>
        (await page.evaluate(() => [...window.positions])).filter((_, i) => i % 3 < 2);
      const isDone = async () => (await page.getByRole('status').getAttribute('data-state')) === 'done';
      found[method] = await untilGood(begin, kept, coordinates, isDone);
      await page.context().close();
    }
    return found;
  } finally {
    server.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-projector-'));
// A projection that an earlier run left would be there at once.
const cache = mkdtempSync(join(tmpdir(), 'sightline-projector-cache-'));
process.env.XDG_CACHE_HOME = cache;
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: FLAGS,
});
try {
  const here = fileURLToPath(new URL('.', import.meta.url));
  execFileSync(PYTHON, ['-c', WRITE, here, folder, String(nPoints)]);
  const kept = judge(sphereized(join(folder, 't.bytes')));
  kept(new Float32Array(2 * nPoints)); // so that the true neighbors are not looked for while a page computes
  const ours = await measureSightline(browser, folder, kept);
  const rival = TENSORBOARD_PYTHON ? await measureTensorboard(browser, folder, kept) : null;
  const round = ({ took_s, kept: share }) => ({
    secs: Math.round(10 * took_s) / 10,
    kept: Math.round(1000 * share) / 1000,
  });
  console.log(
    JSON.stringify({
      benchmark: 'projector_methods',
      points: nPoints,
      until_kept: TARGET,
      tsne: round(ours.tsne),
      tensorboard_tsne: rival && round(rival.tsne),
      tsne_sooner: rival && ratio(rival.tsne.took_s, ours.tsne.took_s),
      umap: round(ours.umap),
      tensorboard_umap: rival && round(rival.umap),
    }),
  );
} finally {
  await browser.close();
  for (const made of [folder, cache]) rmSync(made, { recursive: true, force: true });
}
