// The timeline before a person: a small trace, moved, searched, selected, measured and saved.
import { readFile } from 'node:fs/promises';
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

const inLink = (page: Page, name: string): string | null =>
  new URLSearchParams(page.url().split('?')[1]).get(`o.profile.${name}`);
const timeInLink = (page: Page): string | null => inLink(page, 'time');

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

it('draws all arrows that lead to what is in sight, and keeps that in the link', async () => {
  const page = await stage.go(`${HASH}&o.profile.arrows=off`);
  await timeline(page);
  const canvas = page.getByRole('img', { name: 'Slices of the tracks' }).locator('canvas').first();
  const picture = (): Promise<string> =>
    canvas.evaluate(async (drawn: HTMLCanvasElement) => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return drawn.toDataURL();
    });
  const choose = (arrows: string): Promise<void> =>
    page.getByRole('radiogroup', { name: 'Arrows' }).getByRole('radio', { name: arrows }).click();
  // Counters and idle time may still arrive meanwhile: then once more.
  await expect
    .poll(async () => {
      await choose('Off');
      const without = await picture();
      await choose('All');
      await expect.poll(picture).not.toBe(without);
      await choose('Off');
      return (await picture()) === without;
    })
    .toBe(true);
  await choose('All');
  await expect.poll(() => inLink(page, 'arrows')).toBe('all');
});

it('zooms and moves by keys, and keeps the part in the link', async () => {
  const page = await stage.go(HASH);
  await timeline(page);
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
});

it('selects a range by a drag, with what ran in it by name', async () => {
  const page = await stage.go(HASH);
  const box = await timeline(page);
  await page.mouse.move(box.x + box.width * 0.25 + 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5 - 2, box.y + 200, { steps: 4 });
  await page.mouse.up();
  const panel = page.getByRole('complementary', { name: 'Selected range' });
  await panel.getByRole('button', { name: 'sgemm_64' }).waitFor();
  await panel.getByRole('row', { name: /^aten::mm 20 / }).waitFor();
  await panel.getByLabel('In').selectOption({ label: 'stream 7' });
  await panel.getByRole('button', { name: 'aten::mm' }).waitFor({ state: 'detached' });
  await panel.getByText(/^20 slices of 1 name$/).waitFor();
  await panel.getByRole('button', { name: 'Zoom to range' }).click();
  await expect.poll(() => timeInLink(page)).toMatch(/^\d+,\d+$/);
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
});

it('shows idle time by cause, and counters', async () => {
  const page = await stage.go(HASH);
  await timeline(page);
  await page.getByText('host wait', { exact: false }).first().waitFor();
  for (const name of ['queue length', 'utilization']) await page.getByText(name, { exact: true }).waitFor();
  await page.getByRole('switch', { name: 'Idle by cause' }).click();
  await page.getByLabel('Idle time of devices in sight, by cause').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Counters' }).click();
  await page.getByText('utilization', { exact: true }).waitFor({ state: 'detached' });
});

it('hides tracks, and keeps that in the link', async () => {
  const page = await stage.go(HASH);
  await timeline(page);
  await page.getByRole('button', { name: '2 tracks' }).click();
  const chooser = page.getByRole('dialog', { name: 'Tracks' });
  await chooser.getByLabel('Filter tracks').fill('main');
  await chooser.getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('button', { name: '1 of 2 tracks' }).waitFor();
  await page.getByText('80 of 248 slices drawn').waitFor();
  await expect.poll(() => inLink(page, 'hidden')).not.toBe(null);
  await page.reload();
  await page.getByRole('button', { name: '1 of 2 tracks' }).waitFor();
});

it('saves the part in sight for Perfetto', async () => {
  const page = await stage.go(`${HASH}&o.profile.time=0,9900000`);
  await timeline(page);
  await page.getByRole('button', { name: 'Download for Perfetto' }).click();
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: /Part in sight/ }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('worker0-part.trace.json');
  const trace = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    traceEvents: { ph: string; name: string }[];
  };
  const slices = trace.traceEvents.filter(({ ph }) => ph === 'X').map(({ name }) => name);
  expect(slices.filter((name) => name === 'sgemm_64')).toHaveLength(20);
  expect(slices).not.toContain('ProfilerStep#1');
});

it('lists its keys in the help', async () => {
  const page = await stage.go(HASH);
  await timeline(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('In the timeline of a profile').waitFor();
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
    await expect.poll(() => serious(page)).toEqual([]);
  }
});
