// The workers of a training before a person: steps, waiting, clocks, collectives, and one worker alone.
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { PHONE, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('profile_distributed'));
const VIEW = '#/profile?o.profile.view=distributed&o.profile.run=';

it('shows who waits for whom, whose clock is off, and each collective', async () => {
  const page = await stage.go(`${VIEW}four_ranks`);
  const bars = page.getByRole('region', { name: 'Step by worker' });
  await bars.getByRole('img', { name: /^rank2: .*Data loading 5\.00 ms/ }).waitFor();
  await bars.getByRole('img', { name: /^rank0: .*Waiting for other workers 1\.50 ms/ }).waitFor();
  const straggler = page.getByRole('region', { name: 'Straggler' });
  await straggler.getByText('rank2 holds up the others').waitFor();
  await straggler.getByText('It comes last in 12 of 12 common collectives').waitFor();
  await expect
    .poll(() => straggler.getByRole('row', { name: 'Data loading' }).innerText())
    .toMatch(/5\.00\s+2\.00/);
  const clocks = page.getByRole('table', { name: 'Clock shifts' });
  await expect.poll(() => clocks.getByRole('row', { name: 'rank3' }).innerText()).toMatch(/\+1\.84/);
  const collectives = page.getByRole('region', { name: 'Collectives' });
  await expect
    .poll(() => collectives.locator('tr.data').allInnerTexts())
    .toEqual([expect.stringMatching(/^all_reduce/), expect.stringMatching(/^all_reduce/)]);
  await page
    .getByRole('region', { name: 'One call' })
    .getByRole('img', { name: 'rank2 came after 3.00 ms' })
    .waitFor();
  await collectives.getByRole('button', { name: 'all_reduce' }).nth(1).click();
  await page
    .getByRole('region', { name: 'One call' })
    .getByRole('img', { name: 'rank2 came after 500.0 µs' })
    .waitFor();
});

it('opens the profile of the worker that holds up the others', async () => {
  const page = await stage.go(`${VIEW}four_ranks`);
  await page
    .getByRole('region', { name: 'Straggler' })
    .getByRole('button', { name: 'Open its timeline' })
    .click();
  await expect.poll(() => page.url()).toMatch(/o\.profile\.view=timeline.*o\.profile\.file=rank2/);
});

it('shows the communication of one worker alone, and that the others are missing', async () => {
  const page = await stage.go(`${VIEW}one_rank`);
  await page.getByText("Only this worker's file is here, of 4 workers").waitFor();
  await page
    .getByRole('region', { name: 'Step by worker' })
    .getByRole('img', { name: /^rank0: .*Communication 6\.00 ms/ })
    .waitFor();
  await expect
    .poll(() => page.getByRole('region', { name: 'Collectives' }).locator('tr.data').count())
    .toBe(2);
});

it('says on the overview who holds up the others', async () => {
  const page = await stage.go('#/profile?o.profile.run=four_ranks');
  await page.getByRole('region', { name: 'Advice' }).getByText('rank2 holds up the others').waitFor();
});

it('takes in workers that wrote into runs of their own, and keeps that in the link', async () => {
  const page = await stage.go(`${VIEW}folders/rank0`);
  await page.getByText('3 other runs beside this one have profiles too').waitFor();
  await page.getByRole('switch', { name: 'Workers in other runs' }).click();
  await page
    .getByRole('region', { name: 'Step by worker' })
    .getByRole('img', { name: /^rank3: / })
    .waitFor();
  await expect.poll(() => page.url()).toContain('o.profile.across_runs=1');
});

it('has nothing serious for axe, light and dark, and fits a phone', async () => {
  for (const options of [{ colorScheme: 'light' as const }, { colorScheme: 'dark' as const, ...PHONE }]) {
    const page = await stage.go(`${VIEW}four_ranks`, { ...options, bypassCSP: true });
    await page.getByRole('region', { name: 'Collectives' }).locator('tr.data').first().waitFor();
    expect(await serious(page)).toEqual([]);
    const [content, window] = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
    expect(content).toBeLessThanOrEqual(window as number);
  }
});
