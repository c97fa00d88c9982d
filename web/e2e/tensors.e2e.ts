// Tensors: shape, type, statistics, slices by sliders, words, values nobody else shows, and a billion elements that are not there.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { pressStep, settledBox, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('tensors'));

async function go(hash = '', options: Parameters<typeof stage.go>[1] = {}): Promise<Page> {
  const page = await stage.go(`#/tensors${hash}`, options);
  await page.locator('article[data-tag] .facts').first().waitFor();
  return page;
}
const card = (page: Page, tag: string): Locator => page.locator(`article[data-tag="${tag}"]`);

it('shows shape, type, statistics and cells, and moves along further axes', async () => {
  const page = await go('?tags=attention');
  await expect
    .poll(() => card(page, 'attention/heads').locator('.facts').textContent())
    .toMatch(/shape\s*8 × 48 × 48.*type\s*float32.*min.*max\s*1.*mean.*std/s);
  const slider = page.getByRole('slider', { name: 'Place on axis 0' });
  await slider.focus();
  const requested = page.waitForRequest((request) => decodeURIComponent(request.url()).includes('"at":[1]'));
  await pressStep(page, 'ArrowRight');
  await requested;
  await page.getByLabel('Axis down').selectOption('0');
  await expect.poll(() => decodeURIComponent(page.url())).toContain('tensors.at.attention/heads=0,2');
  await page.getByRole('slider', { name: 'Place on axis 1' }).waitFor();
});

it('reads exact values of small tensors and blocks of large ones', async () => {
  const page = await go('?tags=weights');
  for (const [tag, words] of [
    ['weights/small', /axis 0.*axis 1.*value\s*-?\d/s],
    ['weights/kernel', /axis 0\s*\d+–\d+.*mean.*from … to/s],
  ] as const) {
    await card(page, tag).locator('.facts').waitFor();
    const box = await settledBox(card(page, tag).locator('[role=img]'));
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.4);
    await expect.poll(() => card(page, tag).locator('.tip').textContent()).toMatch(words);
  }
});

it('follows the step and the run', async () => {
  const page = await go('?tags=attention');
  await expect.poll(() => card(page, 'attention/heads').locator('.n').textContent()).toContain('step 40');
  await page.getByRole('slider', { name: 'Step' }).focus();
  await pressStep(page, 'ArrowLeft');
  await expect.poll(() => card(page, 'attention/heads').locator('.n').textContent()).toContain('step 30');
  const requested = page.waitForRequest((request) => request.url().includes('tensor/slice'));
  await card(page, 'attention/heads').getByRole('button', { name: 'wide' }).click();
  await requested;
  await expect.poll(() => page.url()).toContain('tensors.run=wide');
});

it('lists what no other page shows, and describes what cannot be shown', async () => {
  const page = await go();
  await card(page, 'plugin/unknown').scrollIntoViewIfNeeded();
  await expect
    .poll(() => card(page, 'plugin/unknown').locator('.facts').textContent())
    .toMatch(/shape\s*2 × 3/);
  await card(page, 'bad/claimed').scrollIntoViewIfNeeded();
  await card(page, 'bad/claimed').getByText('the shape claims 1,000,000,000 elements').waitFor();
  await expect
    .poll(() => card(page, 'bad/claimed').locator('.facts').textContent())
    .toContain('1,000,000,000');
  await expect.poll(() => card(page, 'bad/holes').locator('.facts').textContent()).toMatch(/NaN\s*1/);
  await card(page, 'labels').scrollIntoViewIfNeeded();
  await card(page, 'labels').getByText('قطة').waitFor();
});

it('has nothing serious for axe, light and dark, and fits a phone', async () => {
  for (const options of [
    { colorScheme: 'light' as const, bypassCSP: true },
    { colorScheme: 'dark' as const, bypassCSP: true, viewport: { width: 390, height: 844 } },
  ]) {
    const page = await go('', options);
    await expect.poll(() => serious(page)).toEqual([]);
  }
});
