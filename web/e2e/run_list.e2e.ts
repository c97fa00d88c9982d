// The run list on a mixed folder: what a run filter leaves of the cards, the order of runs, which columns there are.
import { expect, it } from 'vitest';
import { plotOf, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('mixed'));

it('a run filter leaves out cards that no listed run has, and a card adds one run without dropping the filter', async () => {
  const page = await stage.go('#/scalars?runs=transformers');
  await page.getByText('10 tags not in these runs:').waitFor();
  await expect.poll(() => page.locator('article.card').count()).toBe(2);
  await page.getByRole('button', { name: 'show', exact: true }).click();
  const card = page.locator('article[data-tag="layer0/norm"]');
  await card.getByRole('button', { name: 'Show flax/writer' }).click();
  await expect.poll(() => card.getByText('No shown run has this tag').count()).toBe(0);
  await expect.poll(() => page.url()).toContain('runs=transformers&also=flax/writer');
  await expect.poll(() => page.locator('[data-run]').count()).toBe(2);
});

it('runs are in one order everywhere, decimals by their value', async () => {
  const page = await stage.go('#/scalars?runs=sweep');
  const names = page.locator('[role=row][data-run]');
  await expect
    .poll(() => names.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-run'))))
    .toEqual(['0.001', '0.003', '0.03'].map((rate) => `sweep/adamw,lr=${rate},hidden=64`));
  await expect
    .poll(() => page.locator('[role=columnheader]').allTextContents())
    .toEqual([expect.stringContaining('Run'), 'train/loss', 'step']);
  await expect.poll(() => names.first().innerText()).toContain('12,300');
});

it('brackets move the step after a click on a segmented control', async () => {
  const page = await stage.go('#/scalars?runs=sweep');
  await plotOf(page, 'train/loss');
  await page
    .getByRole('radiogroup', { name: 'Y scale' })
    .getByRole('radio', { name: 'Log', exact: true })
    .click();
  await page.keyboard.press(']');
  await expect.poll(() => page.url()).toMatch(/step=\d/);
});

it('an address set right after loading is shown, not overwritten', async () => {
  const page = await stage.go('');
  await page.evaluate(() => (location.hash = '#/scalars?runs=flax'));
  await page.locator('[data-run="flax/writer"]').waitFor();
  await page.getByText('1 of 1 shown').waitFor();
  expect(page.url()).toContain('#/scalars?runs=flax');
});

it('no run name loses a part of a letter: what does not fit is shortened', async () => {
  const page = await stage.go('#/scalars');
  await page.locator('[data-run] .t').first().waitFor();
  const clipped = (): Promise<string[]> =>
    page.locator('[data-run] .t:not(.cut)').evaluateAll((names) =>
      names
        .filter((one) => {
          const whole = one.firstElementChild?.getBoundingClientRect().width ?? 0;
          return whole > one.getBoundingClientRect().width + 0.1;
        })
        .map((one) => one.textContent),
    );
  for (const width of [1440, 1301, 1330]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(clipped).toEqual([]);
  }
});

it('between phone and desktop the run list is a rail, and every page has a link to copy', async () => {
  const page = await stage.go('#/tags', { viewport: { width: 800, height: 900 } });
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  await expect.poll(() => page.locator('section.runs').count()).toBe(0);
  await page.getByRole('button', { name: 'Unfold the run list' }).click();
  await page.locator('section.runs').waitFor();
});

it('grouping by a hyperparameter that no run has says so', async () => {
  const page = await stage.go('#/scalars?group=hparam:no_such_setting');
  await page.getByText('No listed run has no_such_setting').waitFor();
});

it('opens the counts of each remote log directory by keyboard', async () => {
  const page = await stage.go();
  const requests = { lists: 1200, gets: 34, bytes: 5_600_000, per_minute: 12, usd: null, usd_per_day: null };
  await page.route('**/api/v1/roots', (route) =>
    route.fulfill({
      json: { roots: [{ path: 'https://host/runs', name: null, exists: true, requests }] },
    }),
  );
  await page.reload();
  const line = page.getByText('12 requests/min');
  const counts = page.getByText('https://host/runs: 1,200 LIST, 34 GET, 5.6 MB since the start');
  await line.waitFor();
  await expect.poll(() => counts.isVisible()).toBe(false);
  await line.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => counts.isVisible()).toBe(true);
});

it('says in place of the cards that the run filter hides all runs, and clears it', async () => {
  const page = await stage.go('#/scalars?runs=no_such_run');
  const cards = page.getByRole('region', { name: 'Cards' });
  await cards.getByText('The run filter hides all 5 runs').waitFor();
  await cards.getByRole('button', { name: 'Clear filter' }).click();
  await page.locator('article[data-tag="train/loss"]').waitFor();
  await expect.poll(() => page.url()).not.toContain('runs=');
});
