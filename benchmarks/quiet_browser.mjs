// Chromium with nobody listening in: what a test tool has it report of every request took 60 ms of a page of 350. Here it is told
// where to go, and asked afterward what the page itself noted.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM, FLAGS, wait, WINDOW_MS } from './boards.mjs';

const ASK_MS = 500;
const SIZE = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };

/** Give one that visits pages; its commands go through a pipe, one JSON text after the other. */
export function launchQuiet() {
  const profile = mkdtempSync(join(tmpdir(), 'sightline-chromium-'));
  const browser = spawn(
    CHROMIUM,
    [...FLAGS, '--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const [, , , commands, answers] = browser.stdio;
  const waiting = new Map();
  let nSent = 0;
  let rest = '';
  answers.setEncoding('utf8').on('data', (text) => {
    const parts = (rest + text).split('\0');
    rest = parts.pop();
    for (const { id, result, error } of parts.map((part) => JSON.parse(part)))
      waiting.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
  });

  function send(method, params = {}, sessionId = undefined) {
    nSent += 1;
    commands.write(`${JSON.stringify({ id: nSent, method, params, sessionId })}\0`);
    return new Promise((resolve) => waiting.set(nSent, resolve));
  }

  /** Enter an address in a window without any cache; what `watch` notes there as `noted`, once it does. */
  async function visit(url, watch, within_ms = 120_000) {
    const { browserContextId } = await send('Target.createBrowserContext');
    const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    await send('Page.enable', {}, sessionId);
    await send('Emulation.setDeviceMetricsOverride', SIZE, sessionId);
    await send('Page.addScriptToEvaluateOnNewDocument', { source: watch }, sessionId);
    await wait(WINDOW_MS);
    await send('Page.navigate', { url }, sessionId);
    for (let waited_ms = 0; waited_ms < within_ms; waited_ms += ASK_MS) {
      await wait(ASK_MS);
      const { result } = await send('Runtime.evaluate', { expression: 'window.noted' }, sessionId);
      if (result.value === undefined) continue;
      await send('Target.disposeBrowserContext', { browserContextId });
      return result.value;
    }
    throw new Error(`nothing to be seen within ${within_ms} ms: ${url}`);
  }

  async function close() {
    const gone = new Promise((resolve) => browser.once('exit', resolve));
    browser.kill();
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }

  return { visit, close };
}
