// A working day before the page, at speed: runs that flush every two seconds for hours; does the page's memory stay flat?
//
//   PYTHON=.venv/bin/python node benchmarks/streaming.mjs [HOURS MINUTES]
//
// writes as many flushes as HOURS would bring (8), within MINUTES (5), and prints one line of JSON. The page's timers run
// faster by the same factor, so that it asks and draws as often for them as it would in all those hours, as far as it can.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sightline } from './page_boards.mjs';
import { openBare } from './page_bare.mjs';

const [hours, minutes] = (process.argv.length > 3 ? process.argv.slice(2) : [8, 5]).map(Number);
const FLUSH_EVERY_S = 2;
const [N_RUNS, N_TAGS] = [4, 6];
const N_SAMPLES = 20;
const nFlushes = Math.round((hours * 3600) / FLUSH_EVERY_S);

/** Before any script of the page: quicker timers, and a count of what it is told and what it asks. */
function quicken(speed) {
  const later = window.setTimeout;
  window.setTimeout = (act, ms = 0, ...rest) => later(act, ms / speed, ...rest);
  window.counts = { pushes: 0, questions: 0 };
  const ask = window.fetch;
  window.fetch = (...request) => {
    window.counts.questions += 1;
    return ask(...request);
  };
  window.EventSource = class extends EventSource {
    constructor(...where) {
      super(...where);
      this.addEventListener('generation', () => (window.counts.pushes += 1));
    }
  };
}

/** A writer that goes on for so many flushes whenever it is told to, and says when it has. */
function startWriter(folder) {
  const flags = [folder, N_RUNS, N_TAGS, FLUSH_EVERY_S, (minutes * 60) / nFlushes].map(String);
  const writer = spawn(
    process.env.PYTHON ?? 'python3',
    [join(import.meta.dirname, 'streaming_writer.py'), ...flags],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: writer.stdout })[Symbol.asyncIterator]();
  return {
    async flush(n) {
      writer.stdin.write(`${n}\n`);
      await lines.next();
    },
    stop: () => writer.stdin.end(),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-streaming-'));
const writer = startWriter(folder);
try {
  await writer.flush(10);
  const server = await sightline.start(folder, N_RUNS);
  const { page, close } = await openBare(server.url, `(${quicken})(${(hours * 60) / minutes})`);
  try {
    await page.until('document.querySelectorAll(".u-over").length >= 6');
    const samples = [];
    for (let i = 0; i < N_SAMPLES; i += 1) {
      await writer.flush(Math.round(nFlushes / N_SAMPLES));
      samples.push(await page.memory());
    }
    const drawn = await page.evaluate('document.querySelector("article[data-tag] .n").textContent');
    const early = samples[N_SAMPLES / 10 - 1];
    const compare = (name) => ({
      early: early[name],
      end: samples.at(-1)[name],
      most: Math.max(...samples.map((sample) => sample[name])),
    });
    const figures = Object.fromEntries(Object.keys(early).map((name) => [name, compare(name)]));
    const ratio = (name) => Math.round((figures[name].end / figures[name].early) * 100) / 100;
    const counts = await page.evaluate('window.counts');
    console.log(
      JSON.stringify({
        benchmark: 'streaming',
        hours,
        minutes,
        flushes: nFlushes,
        ...counts,
        drawn,
        ...figures,
        heap_ratio: ratio('heap_mb'),
        footprint_ratio: ratio('footprint_mb'),
      }),
    );
  } finally {
    await close();
    server.stop();
  }
} finally {
  writer.stop();
  rmSync(folder, { recursive: true, force: true });
}
