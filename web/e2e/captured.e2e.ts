// What `sightline.capture` and `sightline alert` told about runs: the mark, the details, the bell, the search, Compare.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('captured'));

async function openDetails(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Ended with an exception: ValueError: the loss is gone' }).click();
  return page.getByRole('dialog', { name: /Details of .*broken/ });
}

it('details of a run that ended by an exception have its program, traceback, console and changes', async () => {
  const page = await stage.go('#/scalars');
  const details = await openDetails(page);
  const program = details.locator('.command');
  await expect.poll(() => program.textContent()).toContain('train.py');
  await expect.poll(() => program.textContent()).toContain('--api-key=(left out)');
  expect(await details.textContent()).not.toContain('abcdef');
  for (const fact of [
    'exit code',
    'git commit',
    'git branch',
    'git changes',
    'python',
    'host',
    'started',
    'ended',
  ])
    await details.getByText(fact, { exact: true }).waitFor();
  await details
    .getByRole('region', { name: 'Traceback' })
    .filter({ hasText: 'ValueError: the loss is gone' })
    .waitFor();
  await details.getByRole('region', { name: 'Console' }).filter({ hasText: 'layer 7 are gone' }).waitFor();
  await details.getByText('Uncommitted changes').click();
  await details
    .getByRole('region', { name: 'Uncommitted changes' })
    .filter({ hasText: '+depth = 2' })
    .waitFor();
  await details.getByText('Packages', { exact: true }).click();
  await details
    .locator('pre')
    .filter({ hasText: /numpy \d/ })
    .waitFor();
});

it('console output of all runs is searched from the details of one', async () => {
  const page = await stage.go('#/scalars');
  const details = await openDetails(page);
  await details.getByRole('button', { name: 'Search the console output of all runs' }).click();
  await expect.poll(() => page.url()).toContain('#/text');
  await page.getByRole('searchbox', { name: 'Search in all texts' }).fill('saved to best.pt');
  await page.locator('mark').filter({ hasText: 'saved to best.pt' }).first().waitFor();
  const found = await page.getByRole('region', { name: 'Search results' }).textContent();
  expect(found).toContain('run/console');
  expect(found).not.toMatch(/text_summary|```/);
});

it('the bell tells of the exception and of the alert', async () => {
  const page = await stage.go('#/scalars');
  await page.getByRole('button', { name: /^Notices, 2 new/ }).click();
  await page.getByText('ended with an exception').first().waitFor();
  await page.getByText('val/loss.last > 5').first().waitFor();
});

it('Compare shows in what the programs differ', async () => {
  const page = await stage.go('#/compare');
  const program = page.locator('section, article').filter({ hasText: 'exit code' }).last();
  await program.getByText('command', { exact: true }).waitFor();
  // Words that all commands begin with are left out.
  await expect.poll(() => program.getByRole('cell', { name: /^….*--rate 0\.5/ }).count()).toBeGreaterThan(0);
  await expect.poll(() => program.textContent()).toContain('ValueError: the loss is gone');
});
