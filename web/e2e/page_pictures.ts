// A picture of every page, light and dark, for the documentation site: real logs, the real page. Run by `make docs`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { launch, Logs, PYTHON, Server, visit } from './stage.ts';

const FOLDER = process.env['PICTURES'] ?? join(import.meta.dirname, '../../build/pictures');
const TRAINING_SECS = 60;
/** So wide that every page has its tab. */
const ALL_TABS = { width: 3200, height: 900 };
const SIZE = { width: 1440, height: 900 };

it('takes a picture of every page', async () => {
  mkdirSync(FOLDER, { recursive: true });
  const logs = new Logs();
  execFileSync(PYTHON, ['-m', 'sightline.demo', logs.folder, String(TRAINING_SECS)], { stdio: 'pipe' });
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
  await page.locator('nav.tabs > button').first().waitFor();
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

/** Nothing is asked any more, and two pictures in a row are the same. */
async function settled(page: Page): Promise<void> {
  let before = '';
  await expect
    .poll(async () => {
      const now = (await page.screenshot()).toString('base64');
      const isSame = now === before;
      before = now;
      return isSame;
    })
    .toBe(true);
}

/** As WebP, a third of the size of a PNG; Playwright itself has no such choice. */
async function save(page: Page, path: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  writeFileSync(path, Buffer.from(data, 'base64'));
  await client.detach();
}
