// Time series: scalars, histograms and images together, by kind, pinned first, one large.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launch, Logs, Server, visit, type Visit } from './stage.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;
let logs: Logs;
let server: Server;
let open: Visit | null = null;

beforeAll(async () => {
  browser = await launch();
  logs = new Logs().scene('timeseries');
  server = await new Server().start(logs.folder);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  logs.remove();
});
afterEach(async () => {
  const complaints = open?.complaints;
  await open?.close();
  open = null;
  expect(complaints).toEqual([]);
});

async function go(hash = '', options: Parameters<typeof visit>[2] = {}): Promise<Page> {
  open = await visit(browser, `${server.url}#/timeseries${hash}`, options);
  await open.page.locator('article[data-tag]').first().waitFor();
  return open.page;
}
const cards = (page: Page): Promise<(string | null)[]> => page.locator('article[data-tag]').evaluateAll((all) => all.map((card) => card.getAttribute('data-tag')));

it('shows all kinds together and one kind alone', async () => {
  const page = await go();
  const kinds = page.getByRole('group', { name: 'Kinds' });
  await expect.poll(() => cards(page)).toEqual(['train/loss', 'train/rate', 'train/weight', 'val/accuracy', 'val/logits', 'val/sample']);
  await page.locator('article[data-tag="train/loss"] .u-over').waitFor();
  await page.locator('article[data-tag="train/weight"] canvas').first().waitFor();
  await page.locator('article[data-tag="val/sample"] img, article[data-tag="val/sample"] canvas').first().waitFor();
  await kinds.getByRole('button', { name: /^Histograms/ }).click();
  await expect.poll(() => cards(page)).toEqual(['train/weight', 'val/logits']);
  await expect.poll(() => page.url()).toContain('timeseries.kinds=histogram');
  await kinds.getByRole('button', { name: /^Images/ }).click();
  await expect.poll(() => cards(page)).toEqual(['train/weight', 'val/logits', 'val/sample']);
  await kinds.getByRole('button', { name: 'All', exact: true }).click();
  await expect.poll(async () => (await cards(page)).length).toBe(6);
});

it('puts pinned cards first, filters tags, and takes one large', async () => {
  const page = await go('?pin=val/sample,train/loss');
  await expect.poll(async () => (await cards(page)).slice(0, 2)).toEqual(['val/sample', 'train/loss']);
  await page.getByLabel('Filter tags', { exact: true }).fill('weight');
  await expect.poll(() => cards(page)).toEqual(['val/sample', 'train/loss', 'train/weight']);
  const card = page.locator('article[data-tag="train/weight"]');
  await card.hover();
  await card.getByRole('button', { name: 'Expand train/weight' }).click();
  await expect.poll(() => cards(page)).toEqual(['train/weight']);
  await page.getByRole('button', { name: 'All cards' }).click();
  await expect.poll(async () => (await cards(page)).length).toBe(3);
});

it('has nothing serious for axe, light and dark, and fits a phone', async () => {
  for (const options of [{ colorScheme: 'light' as const, bypassCSP: true }, { colorScheme: 'dark' as const, bypassCSP: true, viewport: { width: 390, height: 844 } }]) {
    const page = await go('', options);
    await page.locator('article[data-tag="train/loss"] .u-over').waitFor();
    await page.addScriptTag({ content: AXE });
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string | null; nodes: { html: string }[] }[] }> } };
      return (await axe.run()).violations.filter((one) => one.impact === 'serious' || one.impact === 'critical').map((one) => `${one.id}: ${one.nodes[0]?.html ?? ''}`);
    });
    expect(found).toEqual([]);
    if (options.colorScheme === 'light') await open?.close();
  }
});
