// A picture of every page, light and dark, for the documentation site and the README: real logs, the real page.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { launch, Logs, PYTHON, Server, visit } from './stage.ts';

const FOLDER = process.env['PICTURES'] ?? join(import.meta.dirname, '../../build/pictures');
const TRAINING_SECS = '60';
/** So wide that every page has its tab. */
const ALL_TABS = { width: 3200, height: 900 };
const TURN_MS = 700;
const MOST_TURNS = 12;
const SIZE = { width: 1440, height: 900 };

it('takes a picture of every page', async () => {
  mkdirSync(FOLDER, { recursive: true });
  const logs = new Logs();
  const demo = [
    '-m',
    'sightline',
    'demo',
    '--logdir',
    logs.folder,
    '--duration',
    TRAINING_SECS,
    '--port',
    '0',
  ];
  execFileSync(PYTHON, demo, { stdio: 'pipe' });
  const server = await new Server().start(logs.folder);
  const browser = await launch();
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, complaints, close } = await visit(browser, server.url, { colorScheme, viewport: ALL_TABS });
    for (const slug of await slugs(page)) {
      await page.setViewportSize(SIZE);
      await page.goto(`${server.url}#/${slug}`);
      await settled(page);
      await save(page, join(FOLDER, `page-${slug}-${colorScheme}.webp`));
    }
    expect(complaints).toEqual([]);
    await close();
  }
  await browser.close();
  await server.stop();
  logs.remove();
});

/** The pages in the order of their tabs, found by opening each. */
async function slugs(page: Page): Promise<string[]> {
  await settled(page);
  const found: string[] = [];
  for (const tab of await page.locator('nav.tabs > button').all()) {
    await tab.click();
    // The address follows the page a moment later.
    await expect.poll(() => slugOf(page).then((slug) => slug !== '' && !found.includes(slug))).toBe(true);
    found.push(await slugOf(page));
  }
  return found;
}

function slugOf(page: Page): Promise<string> {
  return page.evaluate(() => /^#\/(\w+)/.exec(location.hash)?.[1] ?? '');
}

/** Two pictures in a row are the same; a page with a playing video never is, and is taken as it is. */
async function settled(page: Page): Promise<void> {
  let before = '';
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await page.waitForTimeout(TURN_MS);
    const now = (await page.screenshot()).toString('base64');
    if (now === before) return;
    before = now;
  }
}

/** As WebP, a third of the size of a PNG; Playwright itself has no such choice. */
async function save(page: Page, path: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  writeFileSync(path, Buffer.from(data, 'base64'));
  await client.detach();
}
