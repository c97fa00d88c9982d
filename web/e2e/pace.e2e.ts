// The pace of runs in the run list: what is live, small lines that grow, time left to a goal, and who is stalled.
import { expect, it } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('pace'), undefined, ['--stalled-after', '2']);
const COLUMNS = '#/scalars?show=line:train/loss,eta,newest';

it('draws a small line per run that grows with it, and says what is live', async () => {
  const page = await stage.go(COLUMNS);
  const path = page.locator('[data-run="ahead"] svg path[stroke-width="1.2"]');
  await path.waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('[data-run] svg path[stroke-width="1.2"]').count()).toBe(3);
  const before = await path.getAttribute('d');
  stage.logs.scene('pace', 'more');
  await expect.poll(() => path.getAttribute('d')).not.toBe(before);
  await page.getByText(/^\d live, newest value [\d.]+ (s|min) ago$/).waitFor();
});

it('draws the mean line of a group', async () => {
  const page = await stage.go('#/scalars?show=line:train/loss&group=.*&runs=ahead|planned');
  const lines = page.locator('[data-folder] svg path[stroke-width="1.2"]');
  await expect.poll(() => lines.count()).toBe(2);
  await expect.poll(() => lines.first().getAttribute('d')).toMatch(/^M.*L/);
});

it('takes the goal from the hyperparameters of a run', async () => {
  const page = await stage.go(COLUMNS);
  await page.getByRole('button', { name: /^Notices, / }).click();
  await page.getByText('Last at step 200; 99,800 steps to go.').waitFor();
});

it('rings a stalled run and reports it, until somebody states a goal that it has reached', async () => {
  const page = await stage.go(COLUMNS);
  const ring = page.locator('[data-run="behind"]').getByRole('button', { name: /^Stalled: no value since/ });
  await ring.waitFor();
  await page.getByRole('button', { name: /^Notices/ }).click();
  const notices = page.getByRole('dialog', { name: 'Notices' });
  await notices.getByText(/behind: no new value for/).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-run="behind"]').click({ button: 'right' });
  const goal = page.getByRole('spinbutton', { name: 'Goal in steps' });
  await goal.fill('100');
  await goal.press('Enter');
  await ring.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('[data-run="behind"]').textContent()).toContain('done');
});
