// What happens while logs grow and servers come and go.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, Logs, plotOf, Server, visit } from './stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('waits on an empty folder with the lines that help, then shows the first run by itself', async () => {
  const logs = new Logs();
  const server = await new Server().start(logs.folder);
  const { page, complaints, close } = await visit(browser, server.url);
  await page.getByRole('heading', { name: 'Waiting for the first value' }).waitFor();
  await page.getByText('writer.add_scalar').waitFor();
  logs.write('grow', 'first', 0, 5);
  await page.locator('[data-run="first"]').waitFor();
  await plotOf(page, 'train/loss');
  expect(complaints).toEqual([]);
  await close();
  await server.stop();
  logs.remove();
});

it('draws new points as they are flushed, and stands still while paused', async () => {
  const logs = new Logs().write('grow', 'first', 0, 5);
  const server = await new Server().start(logs.folder);
  const { page, complaints, close } = await visit(browser, server.url);
  const count = page.locator('article[data-tag="train/loss"] .n');
  await plotOf(page, 'train/loss');
  await expect.poll(() => count.textContent()).toContain('5 of 5');
  logs.write('grow', 'first', 5, 30);
  await expect.poll(() => count.textContent()).toContain('30 of 30');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Paused' }).waitFor();
  logs.write('grow', 'first', 30, 50);
  await page.locator('[data-run="first"]', { hasText: '49' }).waitFor();
  expect(await count.textContent()).toContain('30 of 30');
  await page.keyboard.press('Space');
  await expect.poll(() => count.textContent()).toContain('50 of 50');
  expect(complaints).toEqual([]);
  await close();
  await server.stop();
  logs.remove();
});

it('says when the server is gone and comes back by itself', async () => {
  const logs = new Logs().write('grow', 'first', 0, 5);
  const server = await new Server().start(logs.folder);
  const { port } = server;
  const { page, close } = await visit(browser, server.url);
  await plotOf(page, 'train/loss');
  await server.stop();
  await page.getByText('The server does not answer.').waitFor();
  expect(await page.locator('[data-run="first"]').count()).toBe(1);
  logs.write('grow', 'first', 5, 12);
  await server.start(logs.folder, port);
  await page.getByRole('button', { name: 'Live' }).waitFor();
  await expect.poll(() => page.locator('article[data-tag="train/loss"] .n').textContent(), { timeout: 20_000 }).toContain('12 of 12');
  await close();
  await server.stop();
  logs.remove();
});
