// What a chart of scalars does under the pointer and for everyone: zoom of y, automatic smoothing, groups, notes.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { plotOf, useStage } from './stage.ts';

const { go } = useStage((logs) => logs.write('basic'));

const toolbarPlaces = (page: Page): Promise<number[]> =>
  page
    .getByRole('toolbar', { name: 'Scalars' })
    .locator('> *')
    .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().left)));

it('zooms y by dragging down, shows what is selected, and resets without moving the toolbar', async () => {
  const page = await go();
  const plot = await plotOf(page, 'train/loss');
  const reset = page.getByRole('button', { name: 'Reset zoom' });
  const before = await toolbarPlaces(page);
  await expect.poll(() => reset.isDisabled()).toBe(true);
  await page.mouse.move(plot.x + plot.width / 2, plot.y + 30);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width / 2, plot.y + 60, { steps: 4 });
  await page.mouse.move(plot.x + plot.width / 2, plot.y + 90, { steps: 4 });
  const selected = async (): Promise<boolean> => {
    const box = await page.locator('article[data-tag="train/loss"] .u-select').boundingBox();
    return box !== null && Math.round(box.height) === 60 && box.width > plot.width - 2;
  };
  await expect.poll(selected).toBe(true);
  await page.mouse.up();
  await expect.poll(() => page.url()).toContain('scalars.yzoom=train/loss');
  expect(page.url()).not.toContain('&zoom=');
  await expect.poll(() => toolbarPlaces(page)).toEqual(before);
  await reset.click();
  await expect.poll(() => page.url()).not.toContain('yzoom');
});

it('smooths automatically until a weight is chosen, and says what that amounts to', async () => {
  const page = await go();
  await plotOf(page, 'train/loss');
  const auto = page.getByRole('toolbar', { name: 'Scalars' }).getByRole('button', { name: 'auto' });
  await expect.poll(() => auto.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => auto.getAttribute('title')).toMatch(/here (off|[\d.–]+)/);
  await page.getByLabel('Smoothing', { exact: true }).first().fill('0.5');
  await expect.poll(() => auto.getAttribute('aria-pressed')).toBe('false');
  await auto.click();
  await expect.poll(() => page.url()).not.toContain('smooth=');
});

it('says that a group pattern matches no run, and shows the runs again', async () => {
  const page = await go('#/scalars?group=nothing-is-named-so');
  const message = page.getByRole('status').filter({ hasText: 'No run matches the group pattern' });
  await message.waitFor();
  await message.getByRole('button', { name: 'Clear grouping' }).click();
  await plotOf(page, 'train/loss');
});

it('says that no run has the hyperparameter to group by, and clears the grouping', async () => {
  const page = await go('#/scalars?group=hparam:absent');
  const message = page.getByRole('status').filter({ hasText: 'No listed run has the hyperparameter absent' });
  await message.getByRole('button', { name: 'Clear grouping' }).click();
  await plotOf(page, 'train/loss');
});

it('says the same step on flag, ruler and table', async () => {
  const page = await go();
  const plot = await plotOf(page, 'train/loss');
  await page.mouse.move(plot.x + plot.width * 0.37, plot.y + 60);
  await page.locator('.tip').waitFor();
  const step = /step ([\d,]+)/.exec(await page.locator('.tip').innerText())?.[1];
  await expect.poll(() => page.locator('.ruler .val').innerText()).toBe(step);
});

it('shows a note at a step on every open page, until somebody removes it', async () => {
  const writer = await go('#/scalars?card=train/loss');
  const reader = await writer.context().newPage();
  await reader.goto(writer.url());
  const marks = writer.getByLabel('Marks', { exact: true });
  await marks.getByLabel('Note at step', { exact: true }).fill('120');
  await marks.getByLabel('Note at step, name').fill('warmup ends');
  await marks.getByRole('button', { name: 'Add note at step' }).click();
  await reader.getByLabel('Marks', { exact: true }).getByText('warmup ends').waitFor();
  await reader.getByRole('button', { name: 'Remove note warmup ends' }).click();
  await marks.getByText('warmup ends').waitFor({ state: 'detached' });
});

it('counts as all NaN no more than the range that is shown', async () => {
  const page = await go('#/scalars?runs=narrow/seed-2&zoom=700,900');
  const card = page.locator('article[data-tag="train/loss"]');
  await card.getByText('No finite values in this range').waitFor();
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await expect.poll(() => card.getByText('No finite values').count()).toBe(0);
});
