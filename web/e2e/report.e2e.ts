// A report opened from file://: the same page, with no server and no request.
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { share } from './report_file.ts';
import { launch, Logs, visit, type Visit } from './stage.ts';

const logs = new Logs();
let browser: Browser;
let report = '';

beforeAll(async () => {
  browser = await launch();
  logs.scene('report');
  report = share(logs.folder, 'report.html', '--name', 'Two <widths>', '--note', 'Wide is </script>better');
});

afterAll(async () => {
  await browser.close();
  logs.remove();
  rmSync(report, { force: true });
});

/** Open the report; whatever it asks of anything but itself is listed. */
async function open(hash: string): Promise<Visit & { requests: string[] }> {
  const opened = await visit(browser, 'about:blank');
  const requests: string[] = [];
  const own = pathToFileURL(report).href;
  opened.page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('blob:') && !url.startsWith('data:') && !url.startsWith(own)) requests.push(url);
  });
  await opened.page.goto(own + hash);
  return { ...opened, requests };
}

async function lineCharts(page: Page): Promise<number> {
  return page.locator('canvas').count();
}

test('a report from file:// says what it is, draws its charts and asks nothing of the network', async () => {
  const { page, complaints, requests, close } = await open('#/scalars');
  await page.getByText(/^Report of \w+ \d+, \d+$/).waitFor();
  await page
    .getByRole('region', { name: 'About this report' })
    .getByText('Wide is </script>better')
    .waitFor();
  await page.getByText('seed-5').first().waitFor();
  await expect.poll(() => lineCharts(page)).toBeGreaterThan(1);
  expect(await page.title()).toContain('Two <widths>');
  expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
  await close();
});

test('pages of a report show what was recorded, from images to texts', async () => {
  const { page, complaints, requests, close } = await open('#/images');
  await expect.poll(() => page.locator('img[src^="blob:"], canvas').count()).toBeGreaterThan(3);
  await page.goto(`${pathToFileURL(report).href}#/text`);
  await page.getByText('seed 3').first().waitFor();
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
  await close();
});

test('workers lay out graphs and draw embeddings from file://, too', async () => {
  const { page, complaints, requests, close } = await open('#/graph');
  await expect.poll(() => page.locator('.legend').allInnerTexts()).toContainEqual('3 operations, 3 drawn');
  await page.goto(`${pathToFileURL(report).href}#/projector`);
  await expect.poll(() => page.locator('.drawn').first().textContent()).toContain('40 of 40 drawn');
  await page.getByText('10-NN kept').waitFor();
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
  await close();
});

test('the last step of a run shows what jumped, without a server', async () => {
  const { page, complaints, requests, close } = await open('#/step');
  await page.getByText(/tags?, sorted by change/).waitFor();
  await expect.poll(() => lineCharts(page)).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
  await close();
});

test('texts are searched, and what jumped is shown at any step, without a server', async () => {
  const { page, complaints, requests, close } = await open('#/text');
  await page
    .getByRole('searchbox', { name: /search/i })
    .or(page.getByPlaceholder(/search in all/i))
    .first()
    .fill('step 40 of');
  await expect.poll(() => page.locator('mark').count()).toBeGreaterThan(1);
  expect(complaints).toEqual([]);
  await page.goto(`${pathToFileURL(report).href}#/step?step=10000`);
  await page.getByText(/tags?, sorted by change/).waitFor();
  await expect.poll(() => lineCharts(page)).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
  await close();
});

test('operations of a graph are found, without a server', async () => {
  const { page, complaints, requests, close } = await open('#/graph');
  const legend = page.locator('.legend');
  await expect.poll(() => legend.allInnerTexts()).toContainEqual('3 operations, 3 drawn');
  const search = page.getByPlaceholder(/search nodes/i);
  await search.fill('mul');
  await expect.poll(() => search.locator('xpath=..').innerText()).toMatch(/^1\b/);
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
  await close();
});

test('what needs a server says so in place', async () => {
  const { page, complaints, requests, close } = await open('#/scalars');
  await page.getByText('seed-5').first().waitFor();
  const field = page.getByRole('textbox', { name: 'Filter runs' });
  await field.fill('hparams.width > 300');
  await page.getByText('This report has no server: filter expressions need one.').first().waitFor();
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
  await close();
});
