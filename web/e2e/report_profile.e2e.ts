// Profiles in a report: every view but the timeline, of which the report says that it needs a server.
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { share } from './report_file.ts';
import { launch, Logs, visit, type Visit } from './stage.ts';

const logs = new Logs();
let browser: Browser;
let report = '';

beforeAll(async () => {
  browser = await launch();
  logs.scene('profile_details');
  report = share(logs.folder, 'report.html');
});

afterAll(async () => {
  await browser.close();
  logs.remove();
  rmSync(report, { force: true });
});

async function open(view: string): Promise<Visit> {
  const opened = await visit(browser, 'about:blank');
  await opened.page.goto(
    `${pathToFileURL(report).href}#/profile?o.profile.run=trained&o.profile.view=${view}`,
  );
  return opened;
}

test('views of a profile are in a report, and the timeline says that it needs a server', async () => {
  const { page, complaints, close } = await open('overview');
  await page.getByRole('region', { name: 'Top operators' }).getByText('aten::mm').waitFor();
  await page.getByRole('radio', { name: 'Stacks', exact: true }).click();
  const frames = page.getByRole('region', { name: 'Heaviest frames' });
  await frames.getByText('aten::gelu').waitFor();
  await page.getByRole('radio', { name: 'Operators', exact: true }).first().click();
  await page.getByRole('radio', { name: 'Stack', exact: true }).click();
  await page.getByText('aten::gelu').first().waitFor();
  await page.getByRole('radio', { name: 'Timeline', exact: true }).click();
  await page.getByText('This report has no server: the timeline of a profile needs one.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  expect(await page.getByText('Open in Perfetto').count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test('curves of a profile, recorded at one width, are drawn at another', async () => {
  const { page, complaints, close } = await open('memory');
  await page
    .getByRole('region', { name: 'Memory over time' })
    .locator('path')
    .first()
    .waitFor({ state: 'attached' });
  expect(await page.getByText('This report has no server').count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
