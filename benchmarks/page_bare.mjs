// Chromium with nothing but a debugging pipe: no test library looks on, whose copies of every answer would count as the page's memory.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--remote-debugging-pipe',
  '--window-size=1440,900',
];
const mb = (bytes) => Math.round(bytes / 1e5) / 10;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The pipe: messages of JSON, each ended by a zero byte; answers find their question by its number. */
class Pipe {
  #asked = new Map();
  #rest = '';

  constructor(input, output) {
    this.output = output;
    input.setEncoding('utf8');
    input.on('data', (text) => this.#take(text));
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.#asked.size + 1;
    this.output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
  }

  #take(text) {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop();
    for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
      const asked = this.#asked.get(id);
      if (error) asked?.reject(new Error(error.message));
      else asked?.resolve(result);
    }
  }
}

class BarePage {
  constructor(pipe, session) {
    this.pipe = pipe;
    this.session = session;
  }

  send(method, params) {
    return this.pipe.send(method, params, this.session);
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async until(expression) {
    while (!(await this.evaluate(expression))) await wait(50);
  }

  /** After collecting garbage: the JavaScript heap with its buffers, the process's own memory, nodes and listeners. */
  async memory() {
    await this.send('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = await this.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await this.send('Memory.getDOMCounters');
    const { processInfo } = await this.pipe.send('SystemInfo.getProcessInfo');
    const processes = processInfo
      .filter(({ type }) => type === 'renderer')
      .map(({ id }) => processMemory(id));
    const own = processes.sort((a, b) => b.footprint_mb - a.footprint_mb)[0];
    return {
      heap_mb: mb(usedSize),
      buffers_mb: mb(backingStorageSize),
      ...own,
      nodes,
      listeners: jsEventListeners,
    };
  }
}

/** The footprint is what Chromium's task manager shows: memory of the process alone. Resident counts Chromium's program too. */
function processMemory(id) {
  const status = readFileSync(`/proc/${id}/status`, 'utf8');
  const bytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { footprint_mb: mb(bytes('RssAnon') + bytes('VmSwap')), resident_mb: mb(bytes('VmRSS')) };
}

/** Open a page in a Chromium of its own; `init` is a script that runs in it before any other. */
export async function openBare(url, init = '') {
  const profile = mkdtempSync(join(tmpdir(), 'sightline-bare-'));
  const chromium = spawn(
    process.env.CHROMIUM ?? '/usr/bin/chromium',
    [...FLAGS, `--user-data-dir=${profile}`],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const gone = new Promise((resolve) => chromium.once('exit', resolve));
  const pipe = new Pipe(chromium.stdio[4], chromium.stdio[3]);
  const { targetId } = await pipe.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await pipe.send('Target.attachToTarget', { targetId, flatten: true });
  const page = new BarePage(pipe, sessionId);
  await page.send('Page.enable');
  if (init) await page.send('Page.addScriptToEvaluateOnNewDocument', { source: init });
  await page.send('Page.navigate', { url });
  const close = async () => {
    await pipe.send('Browser.close');
    await gone;
    rmSync(profile, { recursive: true, force: true });
  };
  return { page, close };
}
