// A log directory without logs: where Sightline searched, what is nearby, and lines for every framework.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { launch, Logs, Server, visit } from './stage.ts';

it('names logs beside an empty directory with the command that opens them, and has lines for Keras', async () => {
  const logs = new Logs().write('grow', 'old_runs/first', 0, 3);
  const root = join(logs.folder, 'runs');
  mkdirSync(root);
  const server = await new Server().start(root);
  const browser = await launch();
  const { page, complaints, close } = await visit(browser, server.url, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const searched = page.getByRole('complementary', { name: 'Where Sightline searched' });
  await searched.getByText(`${join(logs.folder, 'old_runs')} has 1 run.`).waitFor();
  await searched.getByRole('button', { name: 'Copy the command to open it' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`sightline --logdir ${join(logs.folder, 'old_runs')}`);
  await page.getByRole('tab', { name: 'Keras' }).click();
  await page.getByText(`keras.callbacks.TensorBoard(log_dir="${root}/first")`).waitFor();
  expect(complaints).toEqual([]);
  await close();
  await browser.close();
  await server.stop();
  logs.remove();
});

it('says that it looks for logs as long as it does, and only then that there are none', async () => {
  const logs = new Logs();
  const server = await new Server().start(logs.folder);
  const browser = await launch();
  let isLoading = true;
  const { page, complaints, close } = await visit(browser, 'about:blank');
  await page.route('**/api/v1/progress', async (route) => {
    const progress = (await (await route.fetch()).json()) as Record<string, unknown>;
    await route.fulfill({ json: { ...progress, files: { found: 1234, read: 0 }, loading: isLoading } });
  });
  await page.goto(server.url);
  await page.getByRole('heading', { name: 'Opening the logs' }).waitFor();
  await page.getByText('1,234 found so far').waitFor();
  await expect.poll(() => page.getByText('Waiting for the first value').count()).toBe(0);
  isLoading = false;
  await page.getByRole('heading', { name: 'Waiting for the first value' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
  await browser.close();
  await server.stop();
  logs.remove();
});

it('says of runs without a value that there is nothing to show yet', async () => {
  const logs = new Logs();
  mkdirSync(join(logs.folder, 'begun'));
  writeFileSync(join(logs.folder, 'begun', 'events.out.tfevents.1700000000.host.1.0'), '');
  const server = await new Server().start(logs.folder);
  const browser = await launch();
  const { page, complaints, close } = await visit(browser, server.url);
  await page.getByRole('heading', { name: 'No data for Scalars yet' }).waitFor();
  await page.locator('[data-run="begun"]').waitFor();
  expect(complaints).toEqual([]);
  await close();
  await browser.close();
  await server.stop();
  logs.remove();
});
