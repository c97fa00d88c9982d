// Compare and facets: a baseline, differences, configuration and range, groups, copying, the way from the run list, many columns.
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { settledBox, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('compare', 'wide', 120));

const ABLATIONS = 'runs=^(baseline|ablations)';
const headers = (name: string): string[] => [
  'baseline-adamw',
  ...['ema-0.9999', 'rope-2d', 'small'].map((one) => name + one),
];

it('has value, difference and bar of each run against the baseline, better and worse marked', async () => {
  const page = await stage.go(`#/compare?${ABLATIONS}&base=baseline-adamw&tags=val/loss|gpu`);
  const table = page.getByRole('table', { name: 'Differences' });
  const loss = table.locator('tbody tr', { hasText: 'val/loss' });
  await expect.poll(() => loss.textContent()).toMatch(/0\.14\d+.*−[\d.]+ %.*\+[\d.]+ %/s);
  await expect
    .poll(() => table.locator('thead .who').evaluateAll((all) => all.map((one) => one.getAttribute('title'))))
    .toEqual(headers('ablations/'));
  await expect.poll(() => loss.locator('.axis i.better').count()).toBe(2);
  await expect.poll(() => loss.locator('.axis i.worse').count()).toBe(1);
  await expect
    .poll(() =>
      table
        .getByRole('row', { name: /gpu_mem/ })
        .locator('.axis i.faint')
        .count(),
    )
    .toBe(3);
  await page.getByRole('radio', { name: 'Δ', exact: true }).click();
  await expect.poll(() => loss.textContent()).not.toContain('%');
  await expect.poll(() => page.url()).toContain('o.compare.show=delta');
  await page.locator('article[data-tag="val/loss"] canvas').first().waitFor();
  await expect
    .poll(() => page.getByRole('heading', { name: 'Curves' }).textContent())
    .toContain('zero is baseline-adamw');
});

it('has nothing serious for assistive technology', async () => {
  const page = await stage.go(`#/compare?${ABLATIONS}&base=baseline-adamw&tags=val/loss`, {
    bypassCSP: true,
  });
  await page.getByRole('table', { name: 'Configuration' }).waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
});

it('compares within a range and at a step', async () => {
  const page = await stage.go(
    `#/compare?${ABLATIONS}&base=baseline-adamw&tags=gpu&zoom=1000,5000&o.compare.at=max`,
  );
  const range = page.getByRole('table', { name: 'system/gpu_mem_gb in range' });
  await expect.poll(() => range.getByRole('row', { name: /small/ }).textContent()).toContain('64.470');
  await expect
    .poll(() =>
      page.getByRole('table', { name: 'Differences' }).getByRole('row', { name: /gpu/ }).textContent(),
    )
    .toContain('+5.00 %');
  await expect.poll(() => page.getByLabel('Compare at').inputValue()).toBe('max');
});

it('lists only the keys that differ, and copies them', async () => {
  const page = await stage.go(`#/compare?${ABLATIONS}&base=baseline-adamw`);
  const table = page.getByRole('table', { name: 'Configuration' });
  await table.getByRole('rowheader', { name: 'model/positions' }).waitFor();
  await expect.poll(() => page.locator('main').textContent()).toContain('5 of 10 keys');
  await expect
    .poll(() => table.getByRole('row', { name: /model\/positions/ }).textContent())
    .toMatch(/learned\s*=\s*rope-2d\s*=/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as Markdown' }).last().click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('| model/positions | learned |');
  await page.getByRole('button', { name: 'Copy as LaTeX' }).first().click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('\\toprule');
});

it('compares groups by their means', async () => {
  const page = await stage.go('#/compare?runs=^grid/lr0.0002&group=folder&tags=val/loss');
  const table = page.getByRole('table', { name: 'Differences' });
  await expect.poll(() => table.locator('thead').textContent()).toContain('mean of 2');
  await expect
    .poll(() => table.locator('tbody tr', { hasText: 'val/loss' }).textContent())
    .toMatch(/−[\d.]+ %/);
  await expect
    .poll(() =>
      page
        .getByRole('table', { name: 'Configuration' })
        .getByRole('row', { name: /data\/batch/ })
        .textContent(),
    )
    .toMatch(/128.*256.*512/s);
});

it('opens for the runs selected in the list, by button and by key', async () => {
  const page = await stage.go('#/scalars?runs=ablations');
  await page.getByText('ema-0.9999').first().click();
  await page
    .getByText('rope-2d')
    .first()
    .click({ modifiers: ['Control'] });
  await page.locator('footer').getByRole('button', { name: 'Compare', exact: true }).click();
  await expect.poll(() => page.url()).toContain('#/compare');
  await expect
    .poll(() => page.getByRole('table', { name: 'Differences' }).locator('thead .who').count())
    .toBe(2);
  await page.goBack();
  await page.getByRole('radio', { name: 'Facets' }).waitFor();
  await page.keyboard.press('v');
  await expect.poll(() => page.url()).toContain('#/compare');
});

it('makes only the columns in sight of a hundred runs, and keeps the baseline while it scrolls', async () => {
  const page = await stage.go('#/compare?runs=^wide&tags=gpu&o.compare.parts=table');
  const region = page.getByRole('region', { name: 'Differences' });
  await expect.poll(() => region.getByRole('table').getAttribute('aria-colcount')).toBe('121');
  await expect.poll(() => region.locator('thead th').count()).toBeLessThan(20);
  await region.evaluate((one) => one.scrollTo(one.scrollWidth, 0));
  await expect.poll(() => region.locator('thead').textContent()).toContain('119');
  await expect.poll(() => region.locator('thead').textContent()).toContain('000');
});

it('shows facets of a tag with the best framed and NaN in words', async () => {
  const page = await stage.go('#/scalars?mode=facets&runs=^grid&o.facets.tag=val/loss');
  const facets = page.getByRole('region', { name: 'Facets' });
  await expect.poll(() => facets.locator('article').count()).toBe(15);
  await expect
    .poll(() => facets.locator('article.best').getAttribute('aria-label'))
    .toBe('optimizer/lr 0.0002 data/batch 512');
  await expect
    .poll(() => facets.getByLabel('optimizer/lr 0.0006 data/batch 128').textContent())
    .toContain('NaN in 2 of 2 runs');
  await facets.locator('article canvas').first().waitFor();
  const tooltip = page.locator('.tip');
  await facets.getByLabel('optimizer/lr 0.0003 data/batch 128').locator('.u-over').hover();
  await expect.poll(() => tooltip.locator('thead').textContent()).toMatch(/vs best\s*$/);
  await expect.poll(() => tooltip.locator('tbody td:last-child').first().textContent()).toMatch(/^\+0/);
  await page.getByRole('button', { name: 'Swap columns and rows' }).click();
  await expect.poll(() => page.url()).toContain('o.facets.rows=hparam');
});

it('holds the place of the differences until their values are there, so that the curves do not move', async () => {
  const page = await stage.go('#/scalars');
  let answer = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/kinds/scalar/summaries*', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto(`${stage.server.url}#/compare?${ABLATIONS}&base=baseline-adamw`);
  const table = page.getByRole('table', { name: 'Differences' });
  const curves = page.getByRole('heading', { name: 'Curves' });
  await table.locator('tbody tr').first().waitFor();
  const before = await settledBox(curves);
  answer();
  await expect.poll(() => table.locator('tbody tr').first().textContent()).toMatch(/\d/);
  expect((await settledBox(curves)).y).toBe(before.y);
});
