// A profile beside its training: marked on the ruler of the charts, which leads to it, and the ways back.
import { expect, it } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('profile_training'));
const MARK = /Profile of steps 200–210, by time; the profiler counts steps 2–3$/;

it('marks the profiled steps on the ruler, and leads there and back', async () => {
  const page = await stage.go('#/scalars');
  await page.getByRole('button', { name: MARK }).click();
  const card = page.getByRole('region', { name: 'Step time' });
  await card.getByText('In the training: steps 200–210').waitFor();
  await card.getByRole('button', { name: 'Show in Scalars' }).click();
  const slider = page.getByRole('slider', { name: 'Step' });
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('200');
  await page.getByRole('button', { name: MARK }).click();
  await card.getByRole('button', { name: 'This step' }).click();
  await expect.poll(() => page.url()).toMatch(/#\/step/);
});

it('has no mark of a run that is not shown', async () => {
  const page = await stage.go('#/scalars');
  await page.getByRole('button', { name: MARK }).waitFor();
  await page.getByLabel('Filter runs').fill('nothing-like-it');
  await page.getByRole('button', { name: MARK }).waitFor({ state: 'detached' });
});
