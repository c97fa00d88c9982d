// A million points in Chromium without a graphics card: the projector beside three.js, frames counted by pixels that change.
// Once as Chromium starts by itself on such a machine, where it composites the page in plain software and only WebGL is drawn by
// SwiftShader, and once with SwiftShader for the whole page.
//
//   PYTHON=.venv/bin/python node benchmarks/projector.mjs [POINTS]      prints one line of JSON
import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CHROMIUM, PYTHON, ratio, serveSightline, wait, WINDOW_MS } from './boards.mjs';

const nPoints = Number(process.argv[2] ?? 1_000_000);
const required = createRequire(join(import.meta.dirname, '../web/package.json'));
const { chromium } = required('playwright-core');
/** WebGL is there, but drawn in software. */
const FLAGS = [
  ...['--no-sandbox', '--enable-unsafe-swiftshader', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
/** What puts the page together, and the flags that choose it. */
const COMPOSITORS = {
  software: [],
  swiftshader: ['--use-gl=angle', '--use-angle=swiftshader'],
};
const SIZE = { width: 1440, height: 900 };
/** Each is watched for so long. */
const WATCH_MS = 8000;

const WRITE = `
import sys
import numpy as np
from sightline import projector
folder, n = sys.argv[1], int(sys.argv[2])
rng = np.random.default_rng(0)
centers = rng.normal(size=(20, 3)) * 4
points = (centers[np.arange(n) % 20] + rng.normal(size=(n, 3))).astype(np.float32)
config = projector.ProjectorConfig()
embedding = config.embeddings.add()
embedding.tensor_name = "cloud"
embedding.tensor_path = "cloud.bytes"
embedding.tensor_shape.extend(projector.write_tensor(f"{folder}/run/cloud.bytes", points))
projector.visualize_embeddings(f"{folder}/run", config)
`;

const THREE_PAGE = `<!doctype html><script type="importmap">{"imports":{"three":"./three.module.js"}}</script>
<body style="margin:0"><script type="module">
import { BufferAttribute, BufferGeometry, PerspectiveCamera, Points, PointsMaterial, Scene, WebGLRenderer } from 'three';
const n = ${String(nPoints)};
const positions = new Float32Array(3 * n).map(() => Math.random() * 2 - 1);
const colors = new Float32Array(3 * n).map(() => Math.random());
const geometry = new BufferGeometry();
geometry.setAttribute('position', new BufferAttribute(positions, 3));
geometry.setAttribute('color', new BufferAttribute(colors, 3));
const cloud = new Points(geometry, new PointsMaterial({ size: 1, sizeAttenuation: false, vertexColors: true }));
const scene = new Scene();
scene.add(cloud);
const camera = new PerspectiveCamera(50, 900 / 800, 0.1, 100);
camera.position.z = 3;
const renderer = new WebGLRenderer();
renderer.setSize(900, 800);
document.body.append(renderer.domElement);
const gl = renderer.getContext();
const row = new Uint8Array(4 * 900);
window.sums = [];
const draw = () => {
  cloud.rotation.y += 0.02;
  renderer.render(scene, camera);
  // Reading back waits for the picture.
  gl.readPixels(0, 400, 900, 1, gl.RGBA, gl.UNSIGNED_BYTE, row);
  window.sums.push(row.reduce((sum, byte) => sum + byte, 0));
  requestAnimationFrame(draw);
};
draw();
</script>`;

/** Three.js from the page's own packages, without any other server. */
async function serveThree() {
  const folder = join(dirname(required.resolve('three')), '');
  const server = createServer((request, response) => {
    const isScript = request.url?.endsWith('.js') === true;
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (isScript) createReadStream(join(folder, request.url)).pipe(response);
    else response.end(THREE_PAGE);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop: () => server.close(),
  };
}

async function openedPage(browser, url) {
  const page = await (await browser.newContext({ viewport: SIZE })).newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await wait(WINDOW_MS);
  const started = performance.now();
  await page.goto(url);
  return { page, complaints, started };
}

/** Pictures by pixels that differ from one picture to the next. */
const countOf = (sums) => sums.filter((sum, i) => i > 0 && sum !== sums[i - 1]).length;

/** CPU seconds of Chromium's processes, by sort: what a machine that is busy otherwise cannot slow down. */
async function cpuSeconds(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const found = { all: 0 };
  for (const { type, cpuTime } of processInfo) {
    found.all += cpuTime;
    found[type] = (found[type] ?? 0) + cpuTime;
  }
  return found;
}

/** Pictures in a second, and the CPU time of one, while `move` goes on; the page or the worker that draws has noted their sums. */
async function watched(browser, drawer, move) {
  const from = await drawer.evaluate(() => globalThis.sums.length);
  const [begin, before] = [performance.now(), await cpuSeconds(browser)];
  await move(begin);
  const ms = performance.now() - begin;
  const after = await cpuSeconds(browser);
  const n = countOf(await drawer.evaluate((first) => globalThis.sums.slice(Math.max(0, first - 1)), from));
  const cpu_ms = Object.entries(after).map(([type, s]) => [
    type,
    Math.round((10_000 * (s - (before[type] ?? 0))) / n) / 10,
  ]);
  return { fps: (1000 * n) / ms, cpu_ms: Object.fromEntries(cpu_ms) };
}

async function measureThree(browser) {
  const three = await serveThree();
  const { page } = await openedPage(browser, three.url);
  await page.waitForFunction(() => window.sums?.length > 1, undefined, {
    timeout: 120_000,
  });
  const found = await watched(browser, page, () => wait(WATCH_MS));
  three.stop();
  await page.context().close();
  return found;
}

async function measureOurs(browser) {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-projector-'));
  let server = null;
  try {
    execFileSync(PYTHON, ['-c', WRITE, folder, String(nPoints)]);
    server = await serveSightline(folder, 0);
    const { page, complaints, started } = await openedPage(
      browser,
      `${server.url}#/projector?o.projector.dims=3`,
    );
    const all = nPoints.toLocaleString('en-US');
    await page.getByText(`${all} of ${all} drawn`).waitFor({ timeout: 300_000 });
    const firstPicture_ms = performance.now() - started;
    const worker = await watchedWorker(page);
    const box = await page.locator('.space').boundingBox();
    await page.mouse.move(box.x + 300, box.y + 300);
    await page.mouse.down();
    const found = await watched(browser, worker, async (begin) => {
      for (let i = 0; performance.now() - begin < WATCH_MS; i += 1)
        await page.mouse.move(box.x + 300 + 100 * Math.sin(i / 20), box.y + 300 + 60 * Math.cos(i / 25));
    });
    const moving = await page.locator('.drawn').textContent();
    await page.mouse.up();
    // Standing still, all are drawn again.
    await page.getByText(`${all} of ${all} drawn`).waitFor();
    const facts = await page.locator('.drawn').evaluate((line) => ({ ...line.dataset }));
    return {
      ...found,
      firstPicture_ms,
      moving: moving.trim(),
      complaints: complaints.length,
      ...facts,
    };
  } finally {
    server?.stop();
    rmSync(folder, { recursive: true });
  }
}

/** The worker that draws; it notes the sum of a row of pixels of each picture, of several within one of its frames only the last. */
async function watchedWorker(page) {
  const worker = page.workers().find((one) => one.url().includes('raster'));
  await worker.evaluate(() => {
    globalThis.sums = [];
    let isSameFrame = false;
    const put = OffscreenCanvasRenderingContext2D.prototype.putImageData;
    OffscreenCanvasRenderingContext2D.prototype.putImageData = function (image, ...rest) {
      const at = Math.floor(image.height / 2) * image.width * 4;
      const row = image.data.subarray(at, at + 4 * image.width);
      if (isSameFrame) globalThis.sums.pop();
      isSameFrame = true;
      requestAnimationFrame(() => (isSameFrame = false));
      globalThis.sums.push(row.reduce((sum, byte) => sum + byte, 0));
      return put.call(this, image, ...rest);
    };
  });
  return worker;
}

const round = (value) => Math.round(100 * value) / 100;

/** Both pages in one browser. */
async function measured(flags) {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...FLAGS, ...flags],
  });
  try {
    const three = await measureThree(browser);
    const ours = await measureOurs(browser);
    return {
      three_frames_per_s: round(three.fps),
      sightline_frames_per_s: round(ours.fps),
      times_three: ratio(ours.fps, three.fps),
      three_cpu_ms_a_frame: three.cpu_ms,
      sightline_cpu_ms_a_frame: ours.cpu_ms,
      painter: ours.painter,
      whole_frame_ms: Number(ours.tookMs),
      drawn_while_moving: ours.moving,
      first_picture_s: round(ours.firstPicture_ms / 1000),
      csp_violations: ours.complaints,
    };
  } finally {
    await browser.close();
  }
}

const found = {};
for (const [name, flags] of Object.entries(COMPOSITORS))
  found[`composited_by_${name}`] = await measured(flags);
process.stdout.write(`${JSON.stringify({ benchmark: 'projector', points: nPoints, ...found })}\n`);
