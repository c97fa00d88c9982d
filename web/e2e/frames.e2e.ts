// The page in a frame: of the same site and of another one, where the browser denies storage to it.
import { createServer, type Server as HttpServer } from 'node:http';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM, FLAGS, Logs, Server } from './stage';

const logs = new Logs();
const board = new Server();
const profile = mkdtempSync(join(tmpdir(), 'sightline-profile-'));
let outer: HttpServer;
let browser: BrowserContext;

beforeAll(async () => {
  logs.scene('text');
  await board.start(logs.folder);
  outer = createServer((request, response) => {
    const site = request.url === '/same' ? request.headers.host?.split(':')[0] : 'localhost';
    response.setHeader('content-type', 'text/html');
    response.end(`<iframe src="http://${site}:${board.port}/" width="1200" height="700"></iframe>`);
  });
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
  // Third parties get no storage: reading `localStorage` throws there.
  mkdirSync(join(profile, 'Default'));
  const settings = { profile: { block_third_party_cookies: true, cookie_controls_mode: 1 } };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(settings));
  browser = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args: [...FLAGS] });
});

afterAll(async () => {
  await browser.close();
  outer.close();
  await board.stop();
  logs.remove();
  rmSync(profile, { recursive: true, force: true });
});

async function framed(path: string): Promise<{ isStorageDenied: boolean | undefined; errors: string[] }> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`http://127.0.0.1:${(outer.address() as AddressInfo).port}${path}`);
  const frame = page.frameLocator('iframe');
  await frame
    .getByRole('button', { name: /theme|dark|light/i })
    .first()
    .click();
  await frame.getByText('Text', { exact: true }).first().waitFor();
  const inner = page.frames().find((each) => each !== page.mainFrame());
  const isStorageDenied = await inner?.evaluate(() => {
    try {
      return localStorage === null;
    } catch {
      return true;
    }
  });
  await page.close();
  return { isStorageDenied, errors };
}

it('works in a frame of another site that may not keep anything', async () => {
  expect(await framed('/other')).toEqual({ isStorageDenied: true, errors: [] });
});

it('works in a frame of its own site', async () => {
  expect(await framed('/same')).toEqual({ isStorageDenied: false, errors: [] });
});
