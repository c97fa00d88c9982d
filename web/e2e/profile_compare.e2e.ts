// Two profiles before a person: what changed, which one is the second, and the same the other way round.
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { PHONE, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('profile_compare'));
const VIEW = '#/profile?o.profile.run=before&o.profile.view=compare';

it('shows what changed from one profile to the other, the largest difference first', async () => {
  const page = await stage.go(VIEW);
  const kernels = page.getByRole('region', { name: 'Changed kernels' });
  await expect
    .poll(() => kernels.locator('tr.data').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^gelu_kernel\s+vanished\s+100.00\s+—\s+−100.00\s+gone/),
      expect.stringMatching(/^fused_gelu_kernel\s+appeared\s+—\s+80.00\s+\+80.00\s+new/),
      expect.stringMatching(/^layer_norm_kernel\s+60.00\s+90.00\s+\+30.00\s+\+50 %/),
      expect.stringMatching(/^gemm_kernel\s+500.00\s+500.00\s+±0/),
    ]);
  const steps = page.getByRole('table', { name: 'Mean step of A and B' });
  await expect
    .poll(() => steps.getByRole('row', { name: 'Data loading' }).innerText())
    .toMatch(/0\.30\s+0\.04\s+−0\.26/);
  await page.getByRole('button', { name: 'slower 1' }).click();
  await expect.poll(() => kernels.locator('tr.data').count()).toBe(1);
  await page
    .getByRole('toolbar', { name: 'Changes' })
    .getByRole('radio', { name: 'Operators', exact: true })
    .click();
  await page.getByRole('region', { name: 'Changed operators' }).waitFor();
  await expect.poll(() => page.url()).toContain('o.profile.compare.table=operators');
});

it('takes another second profile and swaps both, all in the link', async () => {
  const page = await stage.go(VIEW);
  await page.getByLabel('Worker of B').selectOption('worker1');
  await expect.poll(() => page.url()).toContain('o.profile.other.file=worker1');
  await page.getByRole('region', { name: 'Changed kernels' }).waitFor();
  await page.getByRole('button', { name: 'Swap A and B' }).click();
  await expect
    .poll(() => page.getByRole('region', { name: 'Changed kernels' }).locator('tr.data').first().innerText())
    .toMatch(/^gelu_kernel\s+appeared/);
  // The address follows a moment after the view.
  await expect.poll(() => page.url()).toContain('o.profile.run=after');
  await page.reload();
  await expect
    .poll(() => page.getByRole('region', { name: 'Changed kernels' }).locator('tr.data').first().innerText())
    .toMatch(/^gelu_kernel\s+appeared/);
});

it('has nothing serious for axe, light and dark, and fits a phone', async () => {
  for (const options of [{ colorScheme: 'light' as const }, { colorScheme: 'dark' as const, ...PHONE }]) {
    const page = await stage.go(VIEW, { ...options, bypassCSP: true });
    await page.getByRole('cell', { name: 'gemm_kernel', exact: true }).waitFor();
    expect(await serious(page)).toEqual([]);
    const [content, window] = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
    expect(content).toBeLessThanOrEqual(window as number);
  }
});
