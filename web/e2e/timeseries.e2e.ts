// Time series: scalars, histograms and images together, by kind, pinned first, one large.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('timeseries'));

async function go(hash = '', options: Parameters<typeof stage.go>[1] = {}): Promise<Page> {
  const page = await stage.go(`#/timeseries${hash}`, options);
  await page.locator('article[data-tag]').first().waitFor();
  return page;
}
const cards = (page: Page): Promise<(string | null)[]> =>
  page.locator('article[data-tag]').evaluateAll((all) => all.map((card) => card.getAttribute('data-tag')));

it('shows all kinds together and one kind alone', async () => {
  const page = await go();
  const kinds = page.getByRole('group', { name: 'Kinds' });
  await expect
    .poll(() => cards(page))
    .toEqual(['train/loss', 'train/rate', 'train/weight', 'val/accuracy', 'val/logits', 'val/sample']);
  await page.locator('article[data-tag="train/loss"] .u-over').waitFor();
  await page.locator('article[data-tag="train/weight"] canvas').first().waitFor();
  await page
    .locator('article[data-tag="val/sample"] img, article[data-tag="val/sample"] canvas')
    .first()
    .waitFor();
  await kinds.getByRole('button', { name: /^Histograms/ }).click();
  await expect.poll(() => cards(page)).toEqual(['train/weight', 'val/logits']);
  await expect.poll(() => page.url()).toContain('timeseries.kinds=histogram');
  await kinds.getByRole('button', { name: /^Images/ }).click();
  await expect.poll(() => cards(page)).toEqual(['train/weight', 'val/logits', 'val/sample']);
  await kinds.getByRole('button', { name: 'All', exact: true }).click();
  await expect.poll(async () => (await cards(page)).length).toBe(6);
});

it('calls a tag as its writer did, with the tag beside it and the description a press away', async () => {
  const page = await go();
  const card = page.locator('article[data-tag="train/rate"]');
  await expect
    .poll(async () => (await card.locator('h3').textContent())?.replaceAll(/\s+/g, ' ').trim())
    .toBe('Learning rate train/rate');
  await card.hover();
  await card.getByRole('button', { name: 'About train/rate' }).click();
  await card.getByRole('dialog', { name: 'About train/rate' }).getByText('Of the **last** batch').waitFor();
  await expect
    .poll(() => page.locator('article[data-tag="train/loss"] h3').textContent())
    .toContain('train/loss');
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
  for (const options of [
    { colorScheme: 'light' as const, bypassCSP: true },
    { colorScheme: 'dark' as const, bypassCSP: true, viewport: { width: 390, height: 844 } },
  ]) {
    const page = await go('', options);
    await page.locator('article[data-tag="train/loss"] .u-over').waitFor();
    await expect.poll(() => serious(page)).toEqual([]);
  }
});
