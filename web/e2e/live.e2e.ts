// Values that come while one looks: the first run, new points, a pause, a server that goes and comes back.
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launch, Logs, plotOf, Server, visit, type Visit } from './stage.ts';

let browser: Browser;
let logs: Logs;
let server: Server;
let open: Visit;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(() => {
  logs = new Logs();
  server = new Server();
});
afterEach(async () => {
  await open.close();
  await server.stop();
  logs.remove();
});

async function start(): Promise<Visit> {
  await server.start(logs.folder);
  open = await visit(browser, server.url);
  return open;
}

it('waits on an empty folder with the lines that help, then shows the first run by itself', async () => {
  const { page, complaints } = await start();
  await page.getByRole('heading', { name: 'Waiting for the first value' }).waitFor();
  await page.getByText('writer.add_scalar').waitFor();
  logs.write('grow', 'first', 0, 5);
  await page.locator('[data-run="first"]').waitFor();
  await plotOf(page, 'train/loss');
  expect(complaints).toEqual([]);
});

it('draws new points as they are flushed; while paused it stands still and counts what is new', async () => {
  logs.write('grow', 'first', 0, 5);
  const { page, complaints } = await start();
  const count = page.locator('article[data-tag="train/loss"] .n');
  await plotOf(page, 'train/loss');
  await expect.poll(() => count.textContent()).toContain('5 of 5');
  logs.write('grow', 'first', 5, 30);
  await expect.poll(() => count.textContent()).toContain('30 of 30');
  await page.locator('[data-run="first"]', { hasText: '29' }).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Paused', exact: true }).waitFor();
  await expect.poll(() => page.getByText('new step').count()).toBe(0);
  logs.write('grow', 'first', 30, 50);
  await page.getByText('Paused, 20 new steps').waitFor();
  await expect.poll(() => count.textContent()).toContain('30 of 30');
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect.poll(() => count.textContent()).toContain('50 of 50');
  await expect.poll(() => page.getByText('new steps').count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('says when the server is gone and comes back by itself', async () => {
  logs.write('grow', 'first', 0, 5);
  const { page } = await start();
  const { port } = server;
  await plotOf(page, 'train/loss');
  await server.stop();
  await page.getByText('The server is not responding.').waitFor();
  await expect.poll(() => page.locator('[data-run="first"]').count()).toBe(1);
  logs.write('grow', 'first', 5, 12);
  await server.start(logs.folder, port);
  await page.locator('header').getByRole('button', { name: 'Live', exact: true }).waitFor();
  await expect
    .poll(() => page.locator('article[data-tag="train/loss"] .n').textContent())
    .toContain('12 of 12');
});
