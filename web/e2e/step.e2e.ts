// One step before a person: what jumped, where NaN came from, what was logged there; and the notice that leads to it.
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('step'));
const { go } = stage;
const AT_900 = '#/step?step=900&o.step.run=qk-norm-off&o.step.beside=baseline';

it('lists what jumped with NaN first, and what the run beside it did', async () => {
  const page = await go(AT_900);
  const row = (tag: string) => page.locator('tbody tr', { hasText: tag });
  await row('train/loss').first().waitFor();
  await expect.poll(() => row('train/grad_norm').textContent()).toContain('Inf since 880');
  await expect.poll(() => page.locator('tbody tr', { hasText: 'first NaN, here' }).count()).toBe(1);
  await expect.poll(() => row('attn_logit_max').textContent()).toMatch(/\+\d+\.\d σ/);
  await expect.poll(() => row('gpu_mem_gb').count()).toBe(0);
  await page.getByRole('button', { name: 'Show all 13' }).click();
  await row('gpu_mem_gb').waitFor();
});

it('tells where it came from and goes there', async () => {
  const page = await go(AT_900);
  await page.getByText('Inf at step 840, 60 steps before train/loss. It reached all 6 by 900.').waitFor();
  await page.getByRole('button', { name: 'Go to 840' }).click();
  await expect.poll(() => page.url()).toContain('step=840');
  await page.getByRole('button', { name: 'First NaN at 900' }).click();
  await expect.poll(() => page.url()).toContain('step=900');
});

it('shows what was logged at the step, and charts around it', async () => {
  const page = await go(AT_900, { bypassCSP: true });
  for (const tag of ['train/loss', 'val/attention_map', 'blocks.3/qkv/gradient'])
    await page.locator(`article[data-tag="${tag}"]`).first().waitFor();
  const log = page.locator('article[data-tag^="trainer/log"]').first();
  await log.scrollIntoViewIfNeeded();
  await log.getByText('loss is nan, gradient overflow').waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
});

it('draws the histograms of both runs over each other and counts what is not finite', async () => {
  const page = await go(AT_900);
  const card = page.locator('article[data-tag="blocks.3/qkv/gradient"]').first();
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => card.locator('svg path').count()).toBe(2);
  await card.getByText('30 NaN of 2').waitFor();
  await card.getByText('0 NaN', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Rules' }).click();
  await page.getByText('3 σ or more away from the mean').waitFor();
});

it('leads from the badge of a run to the step of its first NaN', async () => {
  const page = await go('#/scalars');
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.locator('[data-run="qk-norm-off"]').getByRole('button', { name: 'NaN at 900' }).click();
  await page.locator('tbody tr', { hasText: 'first NaN, here' }).waitFor();
});

it('leads from the NaN marks of a chart and of the ruler to their step', async () => {
  const page = await go('#/scalars');
  const mark = { name: 'qk-norm-off: NaN at step 900. Open this step' };
  await page.locator('article[data-tag="train/loss"]').first().getByRole('button', mark).press('Enter');
  await page.locator('tbody tr', { hasText: 'first NaN, here' }).waitFor();
  await page.goBack();
  await page.getByRole('radio', { name: 'Facets' }).waitFor();
  await page.locator('.ruler').getByRole('button', mark).click();
  await page.locator('tbody tr', { hasText: 'first NaN, here' }).waitFor();
  await expect.poll(() => page.url()).toContain('o.step.run=qk-norm-off');
});

it('rings for a NaN, leads to its step and remembers that it was seen', async () => {
  const page = await go('#/scalars');
  await expect.poll(() => page.title()).toBe('(1) Scalars · Sightline');
  await page.getByRole('button', { name: 'Notices, 1 new' }).click();
  const notices = page.getByRole('dialog', { name: 'Notices' });
  await notices.getByText('qk-norm-off: train/loss is NaN').waitFor();
  await notices.getByText('First at step 900.').waitFor();
  await notices.getByRole('button', { name: 'This step' }).click();
  await page.locator('tbody tr', { hasText: 'first NaN, here' }).waitFor();
  await expect.poll(() => page.title()).toBe('This step · Sightline');
  await page.reload();
  await page.getByRole('button', { name: 'Notices', exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe('This step · Sightline');
});
