// Custom scalars: charts that runs laid out, bad layouts, and charts made in the page and stored by the server.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { settledBox, useStage, visit } from './stage.ts';

const stage = useStage((logs) => logs.scene('custom'));

async function go(hash = '', options: Parameters<typeof stage.go>[1] = {}): Promise<Page> {
  const page = await stage.go(`#/custom${hash}`, options);
  await page.locator('article[data-tag]').first().waitFor();
  return page;
}
const card = (page: Page, name: string): Locator => page.locator(`article[data-tag="${name}"]`).first();

it('draws lines of expressions and lines within bands, of all runs', async () => {
  const page = await go();
  const both = card(page, 'losses/train and validation');
  await both.locator('.u-over').waitFor();
  await expect.poll(() => both.locator('.n').textContent()).toBe('2 tags');
  await expect
    .poll(() => both.locator('[role=img]').getAttribute('aria-label'))
    .toBe('loss/train, loss/val, 4 lines');
  const margin = card(page, 'reward/mean and range');
  await expect
    .poll(() => margin.locator('[role=img]').getAttribute('aria-label'))
    .toBe('reward/mean and range, 2 lines within bands');
  const box = await settledBox(margin.locator('.u-over'));
  await page.mouse.move(box.x + box.width * 0.6, box.y + 40);
  await expect.poll(() => margin.locator('.tip').textContent()).toMatch(/lower.*value.*upper.*base.*wide/s);
});

it('says which layout, which expression and why, and draws the rest', async () => {
  const page = await go();
  await page.getByText(/cannot be read/).waitFor();
  await card(page, 'losses/not a pattern')
    .getByText(/loss\/\(: /)
    .first()
    .waitFor();
  await card(page, 'losses/never ends').locator('.u-over').waitFor();
  await expect
    .poll(() => card(page, 'losses/never ends').locator('.fault').textContent())
    .toContain('(a+)+$');
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
  const again = await go();
  const made = card(again, 'mine/loss/ends');
  await made.waitFor();
  await made.scrollIntoViewIfNeeded();
  await made.hover();
  await made.getByRole('button', { name: 'Edit mine/loss/ends' }).click();
  const edit = again.getByRole('form', { name: 'Chart' });
  await edit.getByLabel('Title').fill('band');
  await edit.getByRole('radio', { name: 'Line with band' }).click();
  for (const [part, tag] of [
    ['value', 'reward/mean'],
    ['lower', 'reward/min'],
    ['upper', 'nowhere'],
  ] as const)
    await edit.getByLabel(part).fill(tag);
  await edit.getByRole('button', { name: 'Save' }).click();
  await card(again, 'mine/band').getByText('No scalar nowhere').waitFor();
  await expect.poll(() => again.locator('article[data-tag="mine/loss/ends"]').count()).toBe(0);
  await card(again, 'mine/band').hover();
  await card(again, 'mine/band').getByRole('button', { name: 'Edit mine/band' }).click();
  await again.getByRole('form', { name: 'Chart' }).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => again.locator('article[data-tag="mine/band"]').count()).toBe(0);
});

it('shows a chart that another page saved, and forgets it with it, without a reload', async () => {
  const page = await go();
  const other = await visit(stage.browser, `${stage.server.url}#/custom`);
  await other.page.getByRole('button', { name: 'New chart' }).click();
  const form = other.page.getByRole('form', { name: 'Chart' });
  await form.getByLabel('Category').fill('theirs');
  await form.getByLabel('Title').fill('losses');
  await form.getByLabel(/regular expressions/).fill('loss/.*');
  await form.getByRole('button', { name: 'Save' }).click();
  await card(page, 'theirs/losses').waitFor();
  await card(other.page, 'theirs/losses').hover();
  await card(other.page, 'theirs/losses').getByRole('button', { name: 'Edit theirs/losses' }).click();
  await form.getByRole('button', { name: 'Delete' }).click();
  await card(page, 'theirs/losses').waitFor({ state: 'detached' });
  await other.close();
});

it('smooths lines within bands too', async () => {
  const page = await go('?smooth=0');
  const margin = card(page, 'reward/mean and range');
  await margin.locator('.u-over').waitFor();
  const requested = page.waitForRequest((request) => decodeURIComponent(request.url()).includes('"reward/'));
  await page.getByLabel('Smoothing').fill('0.9');
  expect(decodeURIComponent((await requested).url())).toContain('"amount":0.9');
});

it('has nothing serious for axe, light and dark, and fits a phone', async () => {
  for (const options of [
    { colorScheme: 'light' as const, bypassCSP: true },
    { colorScheme: 'dark' as const, bypassCSP: true, viewport: { width: 390, height: 844 } },
  ]) {
    const page = await go('', options);
    await page.getByRole('button', { name: 'New chart' }).click();
    await expect.poll(() => serious(page)).toEqual([]);
  }
});
