// A log directory without logs: where Sightline searched, what is nearby, and lines for every framework.
import { mkdirSync } from 'node:fs';
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
