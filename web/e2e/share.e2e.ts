// Sharing what is seen: the dialog names what goes in, shows sizes, and saves a report of the shown runs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('text'));
const { go } = stage;
const isBuilt = existsSync(join(import.meta.dirname, '../../src/sightline/_static/report.html'));

it.skipIf(!isBuilt)('saves a report of the shown runs after it says how large it is', async () => {
  const page = await go('#/text?only=baseline', { bypassCSP: true });
  await page.getByRole('button', { name: 'Share this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this view' });
  await dialog.getByRole('radio', { name: '1 shown' }).waitFor();
  await dialog.getByRole('textbox', { name: 'Name of the report' }).fill('Week 46');
  await dialog.getByText('week-46.html').waitFor();
  await dialog.getByRole('row', { name: /^Text/ }).waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^Make report/ }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('week-46.html');
  const content = readFileSync(await download.path(), 'utf8');
  const header = /id="sightline-report">(.*?)<\/script>/s.exec(content)?.[1] ?? '{}';
  expect((JSON.parse(header) as { view?: string }).view).toBe('#/text?only=baseline');
  await dialog.waitFor({ state: 'hidden' });
});

it('gives the command for what a page cannot write', async () => {
  const page = await go('#/text');
  await page.getByRole('button', { name: 'Share this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this view' });
  await dialog.getByRole('radio', { name: /^Folder/ }).click();
  await expect.poll(() => dialog.locator('code.command').textContent()).toContain('-o site/ --name');
  await dialog.getByRole('button', { name: 'Copy command' }).waitFor();
});
