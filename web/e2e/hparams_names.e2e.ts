// Hyperparameters by the names that the logs give them, and long ones in little room.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('hparams', 6, 4, 'declared'));
const heads = (page: Page): Promise<string[]> =>
  page
    .getByRole('columnheader')
    .allTextContents()
    .then((texts) => texts.map((text) => text.trim()));

async function go(metrics = ''): Promise<Page> {
  const page = await stage.go(`#/hparams?o.hparams.view=table${metrics}`);
  await page.locator('[role=row][aria-rowindex="2"]').waitFor();
  return page;
}

it('shows the display name of the metric, and its tag in the title', async () => {
  const page = await go();
  const button = page.getByTitle('Choose metrics');
  await expect.poll(() => button.textContent()).toContain('FID (50k samples)');
  await expect
    .poll(() => button.getByTitle('val/fid', { exact: true }).textContent())
    .toBe('FID (50k samples)');
  expect((await heads(page)).slice(0, 3)).toEqual(['trial', 'FID (50k samples)', 'val/psnr']);
  await expect
    .poll(() => page.getByRole('button', { name: 'Dropout rate', exact: true }).getAttribute('title'))
    .toContain('Dropout rate · dropout');
  await button.click();
  const named = page.getByRole('dialog', { name: 'Metrics' }).getByTitle('val/fid', { exact: true });
  await expect.poll(() => named.allTextContents()).toEqual(['FID (50k samples)', 'FID (50k samples)']);
});

it('cuts a long head between words, with the whole of it in the title', async () => {
  const page = await go(
    '&o.hparams.metrics=[{"tag":"train/loss","aggregate":"at","of":"val/fid","best":"min"},{"tag":"train/loss","aggregate":"at","of":"val/psnr","best":"max"}]',
  );
  expect((await heads(page)).slice(1, 3)).toEqual(['train/loss.…samples).min)', 'train/loss.at(psnr.max)']);
  await expect
    .poll(() => page.getByRole('columnheader').nth(1).locator('.title').getAttribute('title'))
    .toContain('train/loss.at(FID (50k samples).min) · click');
  await expect
    .poll(() => page.getByTitle('Choose metrics').textContent())
    .toContain('at lowest FID (50k samples)');
});
