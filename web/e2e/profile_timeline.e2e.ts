// The timeline before a person: a small trace, found, selected, zoomed, measured and searched.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { PHONE, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('profile_timeline'));
const HASH = '#/profile?o.profile.view=timeline&o.profile.run=train&o.profile.file=worker0.pt.trace.json';
/** Below the head of the process, the middle of its first row. */
const FIRST_ROW_Y = 24 + 5 + 9;

async function timeline(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  await page.getByText(/\d+ of 248 slices drawn/).waitFor();
  const box = await page.getByRole('img', { name: 'Slices of the tracks' }).boundingBox();
  if (!box) throw new Error('the tracks are not drawn');
  return box;
}

const timeInLink = (page: Page): string | null =>
  new URLSearchParams(page.url().split('?')[1]).get('o.profile.time');

it('selects the slice under a click, and goes from a kernel to what launched it', async () => {
  const page = await stage.go(HASH);
  const box = await timeline(page);
  await page.mouse.click(box.x + box.width * 0.1, box.y + FIRST_ROW_Y);
  const panel = page.getByRole('complementary', { name: 'Slice' });
  await panel.getByRole('heading', { name: 'ProfilerStep#0' }).waitFor();
  await panel.getByText('Launched on devices').waitFor();

  await page.getByLabel('Search slices').fill('SGEMM');
  await page.getByText('80', { exact: true }).waitFor();
  await page.getByLabel('Search slices').press('Enter');
  await panel.getByRole('heading', { name: 'sgemm_64' }).waitFor();
  await page.getByText('1 of 80').waitFor();
  await panel.getByText('30.00 µs').waitFor();
  await panel.getByRole('button', { name: 'cudaLaunchKernel' }).click();
  await panel.getByRole('heading', { name: 'cudaLaunchKernel' }).waitFor();
  await panel.getByRole('button', { name: 'aten::mm' }).click();
  await panel.getByText('[ [ 64, 64 ], [ 64, 64 ] ]').waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
});

it('zooms, moves and measures by keys and mouse, and keeps the part in the link', async () => {
  const page = await stage.go(HASH);
  const box = await timeline(page);
  await page.keyboard.press('w');
  await expect.poll(() => timeInLink(page)).toMatch(/^\d+,\d+$/);
  const zoomed = timeInLink(page);
  await page.keyboard.press('d');
  await expect.poll(() => timeInLink(page)).not.toBe(zoomed);
  await page.reload();
  await timeline(page);
  expect(timeInLink(page)).not.toBe(null);
  await page
    .getByRole('toolbar', { name: 'Timeline' })
    .getByRole('button', { name: 'Whole profile' })
    .click();
  await expect.poll(() => timeInLink(page)).toBe(null);
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 200, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.mouse.move(box.x + 300, box.y + box.height - 4);
  await page.getByText(/^[\d.]+ ms measured$/).waitFor();
});

it('folds processes and pins tracks', async () => {
  const page = await stage.go(HASH);
  await timeline(page);
  await page.getByRole('button', { name: 'Pin stream 7' }).click();
  await page.getByRole('button', { name: 'Pinned' }).waitFor();
  await page.getByRole('button', { name: 'python CPU' }).click();
  await page.getByRole('button', { name: 'main thread', exact: true }).waitFor({ state: 'detached' });
  await page.getByText(/\d+ of 248 slices drawn/).waitFor();
});

it('has nothing serious for axe, light, dark and on a phone, where details are a sheet', async () => {
  for (const options of [{ colorScheme: 'light' as const }, { colorScheme: 'dark' as const, ...PHONE }]) {
    const page = await stage.go(`${HASH}&o.profile.slice=0`, { ...options, bypassCSP: true });
    await timeline(page);
    await page.getByRole('complementary', { name: 'Slice' }).waitFor();
    expect(await serious(page)).toEqual([]);
  }
});
