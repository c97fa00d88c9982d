// The views of a profile before a person: where the time of steps went, operators and kernels, and a file that is no trace.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { PHONE, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('profile_views'));

it('shows where the time of the steps went, and that of the one under the pointer', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained');
  const card = page.getByRole('region', { name: 'Step time' });
  const mean = card.getByRole('table', { name: 'Mean of 3 steps' });
  await mean.waitFor();
  await expect.poll(() => mean.getByRole('row', { name: 'Kernel' }).innerText()).toMatch(/0\.60\s+60 %/);
  await expect
    .poll(() => mean.getByRole('row', { name: 'Data loading' }).innerText())
    .toMatch(/0\.20\s+20 %/);
  await page.getByText('steps, 1 cut off').waitFor();
  await card.locator('g[data-step="43"]').hover();
  await card.getByRole('table', { name: 'Step 43' }).getByText('cut off').waitFor();
  await page.getByRole('region', { name: 'Top kernels' }).getByText('ampere_bf16_s16816gemm').waitFor();
});

it('gives advice with its evidence, and leads to the slices that show it', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained');
  const advice = page.getByRole('region', { name: 'Advice' });
  const finding = advice.locator('[data-rule=input_bound]');
  await finding.getByText('of each step is data loading (20 %)').waitFor();
  await finding.getByText('num_workers').waitFor();
  await finding.getByRole('button', { name: 'Show in the timeline' }).click();
  await expect.poll(() => page.url()).toMatch(/o.profile.view=timeline/);
  await expect.poll(() => page.url()).toMatch(/o.profile.slice=\d+/);
  await page.getByRole('radio', { name: 'Timeline' }).waitFor();
});

it('previews two steps of the timeline, and leads to them', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained');
  const preview = page.getByRole('region', { name: 'Timeline' });
  await preview.getByRole('img', { name: 'Slices of the busiest tracks' }).waitFor();
  await preview.getByRole('button', { name: 'Open the timeline' }).click();
  await page.getByRole('img', { name: 'Slices of the tracks' }).waitFor();
  await expect.poll(() => page.url()).toContain('o.profile.time=');
});

it('lists operators, opens one in its row, leads to its kernels and keeps both in the link', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained');
  await page.getByRole('radio', { name: 'Operators' }).click();
  const operators = page.getByRole('region', { name: 'Operators' });
  await expect
    .poll(() => operators.locator('tr.data').allInnerTexts())
    .toEqual([expect.stringMatching(/aten::mm\s+1\.50/), expect.stringMatching(/aten::gelu\s+0\.30/)]);
  await page.getByRole('radio', { name: 'Per step' }).click();
  await expect.poll(() => operators.locator('tr.data').first().innerText()).toMatch(/aten::mm\s+375/);
  await page.getByRole('radio', { name: '%', exact: true }).click();
  await expect.poll(() => operators.locator('tr.data').first().innerText()).toMatch(/aten::mm\s+83\.33/);
  await page.getByRole('radio', { name: 'Total' }).click();
  await operators.getByRole('button', { name: 'calls' }).click();
  await operators.getByRole('button', { name: 'Operator', exact: true }).click();
  await expect.poll(() => operators.locator('tr.data').first().innerText()).toMatch(/aten::gelu/);
  await operators.getByRole('button', { name: 'aten::mm' }).click();
  const details = operators.getByRole('group', { name: 'Details of aten::mm' });
  await details.getByText('ampere_bf16_s16816gemm').waitFor();
  await details.getByRole('button', { name: 'All kernels' }).click();
  const kernels = page.getByRole('region', { name: 'Kernels' });
  await expect
    .poll(() => kernels.locator('tr.data').allInnerTexts())
    .toEqual([expect.stringMatching(/ampere_bf16_s16816gemm\s+aten::mm\s+1\.50/)]);
  await expect.poll(() => page.url()).toContain('o.profile.view=kernels');
  await page.reload();
  await expect.poll(() => kernels.locator('tr.data').count()).toBe(1);
  await kernels.getByRole('button', { name: 'ampere_bf16_s16816gemm' }).click();
  await kernels.getByRole('img', { name: 'Distribution of 3 calls' }).waitFor();
});

it('folds backward passes into the operators that made them, and says where those are called', async () => {
  const page = await stage.go('#/profile?o.profile.run=backward&o.profile.view=operators');
  const names = page.getByRole('region', { name: 'Operators' }).locator('tr.data td:first-child');
  await expect.poll(() => names.allInnerTexts()).toHaveLength(5);
  await page.getByRole('switch', { name: 'Fold backward into forward' }).click();
  await expect.poll(() => names.allInnerTexts()).toEqual(['aten::copy_', 'aten::mm']);
  const mm = page.getByRole('region', { name: 'Operators' }).locator('tr.data').nth(1);
  await expect.poll(() => mm.innerText()).toMatch(/aten::mm\s+350\.00[^]*Linear_0$/);
  await page.getByRole('region', { name: 'Self time' }).getByText('device, memset').waitFor();
  await mm.getByRole('button', { name: 'aten::mm' }).click();
  await page.getByText('gemm_back · backward').waitFor();
  await expect.poll(() => page.url()).toContain('o.profile.operators.fold=1');
});

it('filters by comparisons, and says what is wrong with one', async () => {
  const page = await stage.go('#/profile?o.profile.run=backward&o.profile.view=operators');
  const rows = page.getByRole('region', { name: 'Operators' }).locator('tr.data');
  const field = page.getByLabel('Filter operators');
  await field.fill('name~aten device>0.15 -copy');
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/^aten::bmm/)]);
  await page.getByText('4 hidden by the filter').waitFor();
  await field.fill('speed>3');
  await page.getByRole('status').getByText('No column “speed”').waitFor();
  await expect.poll(() => rows.count()).toBe(5);
  await field.fill('calls>5');
  await page.getByText('Nothing matches the filter.').waitFor();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(5);
});

it('narrows the views to one step, keeps it in the link, and says what it does not narrow', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained');
  const chooser = page.getByLabel('Step', { exact: true });
  await chooser.selectOption({ label: 'Step 41' });
  await page.getByRole('table', { name: 'Step 41' }).waitFor();
  await page.getByRole('note').getByText('are of all steps; the rest is of step 41').waitFor();
  await expect.poll(() => page.url()).toContain('o.profile.step=41');
  await page.getByRole('radio', { name: 'Operators' }).click();
  const operators = page.getByRole('region', { name: 'Operators' });
  await expect
    .poll(() => operators.locator('tr.data').allInnerTexts())
    .toEqual([expect.stringMatching(/aten::mm\s+500/), expect.stringMatching(/aten::gelu\s+100/)]);
  await page.getByRole('radio', { name: 'Timeline' }).click();
  // Step 41 lasts from 1 to 2 ms and has a little room.
  await expect.poll(() => page.url()).toMatch(/o.profile.time=980000(,|%2C)2020000/);
  await chooser.selectOption({ label: 'All steps' });
  await expect.poll(() => page.url()).not.toContain('o.profile.time');
  await chooser.selectOption({ label: 'Step 43' });
  await page.getByRole('radio', { name: 'Kernels' }).click();
  await page.getByText('This step has no kernels.').waitFor();
  await page.getByRole('radio', { name: 'Memory' }).click();
  await page.getByRole('note').getByText('cannot be narrowed to step 43').waitFor();
});

it('says that a profile does not have the step that a link names', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained&o.profile.view=operators&o.profile.step=9');
  await page.getByText('the profile has no step 9').first().waitFor();
  await page.getByLabel('Step', { exact: true }).selectOption({ label: 'All steps' });
  await page.getByRole('button', { name: 'aten::mm' }).waitFor();
  stage.forgive(/status of 404/);
});

it('shows the columns that were chosen, and keeps them in the link', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained&o.profile.view=kernels');
  const heads = page.getByRole('region', { name: 'Kernels' }).getByRole('columnheader');
  await heads.getByText('registers').or(heads.getByText('calls')).first().waitFor();
  await page.getByRole('button', { name: /^Columns/ }).click();
  const menu = page.getByRole('dialog', { name: 'Columns' });
  await menu.getByRole('button', { name: 'Show all' }).click();
  await heads.getByText('shared mem').waitFor();
  await menu.getByLabel('calls').uncheck();
  await heads.getByText('calls').waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toContain('o.profile.kernels.columns=');
  await menu.getByRole('button', { name: 'As many as fit' }).click();
  await heads.getByText('calls').waitFor();
  await expect.poll(() => page.url()).not.toContain('columns=');
});

it('exports the rows that are shown as CSV', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained&o.profile.view=kernels');
  await page.getByLabel('Filter kernels').fill('gemm');
  await page.getByText('1 of 2', { exact: true }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [head = '', first = '', rest] = readFileSync(await (await saved).path(), 'utf8').split('\n');
  expect(head).toMatch(/^kernel,total_ns,share,calls,mean_ns,min_ns,max_ns/);
  expect(first).toMatch(/^ampere_bf16_s16816gemm,1500000,.*,3,500000,500000,500000/);
  expect(rest).toBe('');
});

it('says why a file cannot be shown, and hands it out', async () => {
  const page = await stage.go('#/profile?o.profile.run=broken');
  await page.getByText('no JSON at the beginning').waitFor();
  await page.getByRole('link', { name: 'Download, opens with' }).waitFor();
  await page.getByLabel('Profile', { exact: true }).selectOption({ label: 'trained' });
  await page.getByRole('region', { name: 'Step time' }).waitFor();
});

it('has nothing serious for axe, light and dark, and fits a phone', async () => {
  for (const view of ['overview', 'operators', 'kernels'])
    for (const options of [{ colorScheme: 'light' as const }, { colorScheme: 'dark' as const, ...PHONE }]) {
      const page = await stage.go(`#/profile?o.profile.run=trained&o.profile.view=${view}`, {
        ...options,
        bypassCSP: true,
      });
      await page
        .getByRole('cell', { name: /aten::mm|s16816gemm/ })
        .first()
        .waitFor();
      await expect.poll(() => serious(page)).toEqual([]);
      const [content, window] = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
      expect(content).toBeLessThanOrEqual(window as number);
    }
});
