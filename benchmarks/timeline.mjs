// The timeline of a profile in Chromium: windows over HTTP, and the frames while it is moved by the mouse.
//
//   PYTHON=.venv/bin/python node benchmarks/timeline.mjs [SLICES ROWS]      prints one line of JSON
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, median, newPage, serveSightline } from './boards.mjs';

const [nSlices, nRows] = (process.argv.length > 3 ? process.argv.slice(2) : [5_000_000, 30]).map(Number);
const NAME = 'bench.pt.trace.json';
const HASH = `#/profile?o.profile.view=timeline&o.profile.run=train&o.profile.file=${NAME}`;
const PER_PIECE = 20_000;
const MOVES = 120;
const WINDOWS = 12;

/** Equally many slices on each row, of lengths that differ. */
async function writeTrace(path) {
  const file = createWriteStream(path);
  const perRow = Math.floor(nSlices / nRows);
  file.write('{"traceEvents":[{"ph":"M","name":"process_name","pid":1,"args":{"name":"bench"}}');
  for (let row = 1; row <= nRows; row += 1)
    for (let begin = 0; begin < perRow; begin += PER_PIECE) {
      let text = '';
      for (let i = begin; i < Math.min(perRow, begin + PER_PIECE); i += 1)
        text += `,\n{"ph":"X","cat":"cpu_op","name":"op_${i % 40}","pid":1,"tid":${row},"ts":${i * 10},"dur":${1 + ((i * 7) % 9)}}`;
      if (!file.write(text)) await once(file, 'drain');
    }
  file.end(']}\n');
  await once(file, 'finish');
  return perRow * 10_000;
}

/** How long windows take from request to the last byte, after the file is read. */
async function windowTimes(url, length_ns) {
  const post = async (query, params) => {
    const answer = await fetch(`${url}api/v1/kinds/profile/${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ run, name: NAME, ...params }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.arrayBuffer()).byteLength;
  };
  const { runs } = await (await fetch(`${url}api/v1/runs`)).json();
  const run = runs[0].id;
  await post('overview', {});
  const tracks = Array.from({ length: nRows }, (_, row) => row);
  const times = [];
  for (let i = 0; i < WINDOWS; i += 1) {
    const length = length_ns / 3 ** (i % 6);
    const start_ns = Math.floor(((length_ns - length) * (i + 1)) / (WINDOWS + 1));
    const begin = performance.now();
    await post('window', { tracks, start_ns, end_ns: Math.ceil(start_ns + length), width_px: 2000 });
    times.push(performance.now() - begin);
  }
  return times;
}

/** Frames while the tracks are dragged to and fro with Shift held. */
async function frameTimes(browser, url) {
  const page = await newPage(browser);
  await page.goto(`${url}${HASH}`);
  await page.getByText(/slices drawn/).waitFor({ timeout: 300_000 });
  for (let i = 0; i < 8; i += 1) await page.keyboard.press('w');
  const box = await page.getByRole('img', { name: 'Slices of the tracks' }).boundingBox();
  await page.evaluate(() => {
    window.frames_ms = [];
    const note = (time_ms) => {
      window.frames_ms.push(time_ms);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.keyboard.down('Shift');
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  const begin = await page.evaluate(() => performance.now());
  for (let i = 0; i < MOVES; i += 1)
    await page.mouse.move(middle.x + Math.sin(i / 12) * box.width * 0.45, middle.y);
  const end = await page.evaluate(() => performance.now());
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const frames = await page.evaluate(() => window.frames_ms);
  const during = frames.filter((time_ms) => time_ms >= begin && time_ms <= end);
  const gaps = during.slice(1).map((time_ms, i) => time_ms - during[i]);
  await page.context().close();
  return { fps: (during.length * 1000) / (end - begin), slowest_ms: Math.max(...gaps), moves: MOVES };
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-timeline-'));
const browser = await launch();
try {
  mkdirSync(join(folder, 'train'));
  const length_ns = await writeTrace(join(folder, 'train', NAME));
  // Runs are counted by their event files, and this one has none.
  const server = await serveSightline(folder, 0);
  try {
    const windows = await windowTimes(server.url, length_ns);
    const frames = await frameTimes(browser, server.url);
    console.log(
      JSON.stringify({
        benchmark: 'timeline',
        slices: nSlices,
        rows: nRows,
        window_ms: Math.round(median(windows)),
        slowest_window_ms: Math.round(Math.max(...windows)),
        frames_per_s: Math.round(frames.fps),
        slowest_frame_ms: Math.round(frames.slowest_ms),
      }),
    );
  } finally {
    server.stop();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
