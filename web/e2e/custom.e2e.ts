// Custom scalars: charts that runs laid out, bad layouts, and charts made in the page and kept by the server.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launch, Logs, Server, visit, type Visit } from './stage.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;
let logs: Logs;
let server: Server;
let open: Visit | null = null;

beforeAll(async () => {
  browser = await launch();
  logs = new Logs().scene('custom');
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
  open = await visit(browser, `${server.url}#/custom${hash}`, options);
  await open.page.locator('article[data-tag]').first().waitFor();
  return open.page;
}
const card = (page: Page, name: string): Locator => page.locator(`article[data-tag="${name}"]`).first();

it('draws lines of expressions and lines within bands, of all runs', async () => {
  const page = await go();
  const both = card(page, 'losses/train and validation');
  await both.locator('.u-over').waitFor();
  await expect.poll(() => both.locator('.n').textContent()).toBe('2 tags');
  await expect.poll(() => both.locator('[role=img]').getAttribute('aria-label')).toBe('loss/train, loss/val, 4 lines');
  const margin = card(page, 'reward/mean and range');
  await expect.poll(() => margin.locator('[role=img]').getAttribute('aria-label')).toBe('reward/mean and range, 2 lines within bands');
  const box = await margin.locator('.u-over').boundingBox();
  if (!box) throw new Error('no plot');
  await page.mouse.move(box.x + box.width * 0.6, box.y + 40);
  await expect.poll(() => margin.locator('.tip').textContent()).toMatch(/lower.*value.*upper.*base.*wide/s);
});

it('says which layout, which expression and why, and draws the rest', async () => {
  const page = await go();
  await page.getByText(/cannot be read/).waitFor();
  await card(page, 'losses/not a pattern').getByText(/loss\/\(: /).first().waitFor();
  await card(page, 'losses/never ends').locator('.u-over').waitFor();
  await expect.poll(() => card(page, 'losses/never ends').locator('.fault').textContent()).toContain('(a+)+$');
});

it('makes a chart, keeps it on the server, changes and deletes it', async () => {
  const page = await go();
  await page.getByRole('button', { name: 'New chart' }).click();
  const form = page.getByRole('form', { name: 'Chart' });
  await form.getByLabel('Category').fill('mine');
  await form.getByLabel('Title').fill('loss/ends');
  await form.getByLabel(/regular expressions/).fill('reward/m.*\nloss/val');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => card(page, 'mine/loss/ends').locator('.n').textContent()).toBe('4 tags');
  await open?.close();
  const again = await go();
  const made = card(again, 'mine/loss/ends');
  await made.waitFor();
  await made.scrollIntoViewIfNeeded();
  await made.hover();
  await made.getByRole('button', { name: 'Edit mine/loss/ends' }).click();
  const edit = again.getByRole('form', { name: 'Chart' });
  await edit.getByLabel('Title').fill('band');
  await edit.getByRole('radio', { name: 'Line in a band' }).click();
  for (const [part, tag] of [['value', 'reward/mean'], ['lower', 'reward/min'], ['upper', 'nowhere']] as const) await edit.getByLabel(part).fill(tag);
  await edit.getByRole('button', { name: 'Save' }).click();
  await card(again, 'mine/band').getByText('No scalar nowhere').waitFor();
  expect(await again.locator('article[data-tag="mine/loss/ends"]').count()).toBe(0);
  await card(again, 'mine/band').hover();
  await card(again, 'mine/band').getByRole('button', { name: 'Edit mine/band' }).click();
  await again.getByRole('form', { name: 'Chart' }).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => again.locator('article[data-tag="mine/band"]').count()).toBe(0);
});

it('has nothing serious for axe, light and dark, and fits a phone', async () => {
  for (const options of [{ colorScheme: 'light' as const, bypassCSP: true }, { colorScheme: 'dark' as const, bypassCSP: true, viewport: { width: 390, height: 844 } }]) {
    const page = await go('', options);
    await page.getByRole('button', { name: 'New chart' }).click();
    await page.addScriptTag({ content: AXE });
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string | null; nodes: { html: string }[] }[] }> } };
      return (await axe.run()).violations.filter((one) => one.impact === 'serious' || one.impact === 'critical').map((one) => `${one.id}: ${one.nodes[0]?.html ?? ''}`);
    });
    expect(found).toEqual([]);
    if (options.colorScheme === 'light') await open?.close();
  }
});
