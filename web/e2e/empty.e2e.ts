// A log directory without logs: where Sightline searched, what is nearby, and lines for every framework.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launch, Logs, PYTHON, Server, visit } from './stage.ts';

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

/** The index of a folder, made or brought up to date. */
function makeIndex(source: string, place: string): void {
  const command = ['-m', 'sightline', 'index', source, '--to', place, '--on', 'processes:1'];
  execFileSync(PYTHON, command, { stdio: 'pipe' });
}

it('says how an index without runs gets some, and shows them once it has', async () => {
  const logs = new Logs();
  const [source, index] = [join(logs.folder, 'source'), join(logs.folder, 'index')];
  mkdirSync(source);
  makeIndex(source, index);
  const server = await new Server().start(null, 0, ['--index', index, '--reload_interval', '1']);
  const browser = await launch();
  const { page, complaints, close } = await visit(browser, server.url);
  await page.getByRole('heading', { name: 'The index has no runs yet' }).waitFor();
  await page.getByText(`sightline index ${source} --to ${index}`).waitFor();
  logs.write('grow', 'source/first', 0, 3);
  makeIndex(source, index);
  await page.locator('[data-run="first"]').waitFor();
  expect(complaints).toEqual([]);
  await close();
  await browser.close();
  await server.stop();
  logs.remove();
});

describe('an index of which nothing can be read', () => {
  /** Logs of one run, an index without its pages, and a server of both a folder and the index. */
  async function opened(folder: (logs: Logs) => string): Promise<Opened> {
    const logs = new Logs().write('grow', 'source/first', 0, 3);
    const index = join(logs.folder, 'index');
    makeIndex(join(logs.folder, 'source'), index);
    rmSync(join(index, 'pages'), { recursive: true });
    const server = await new Server().start(folder(logs), 0, ['--index', index]);
    const browser = await launch();
    const visited = await visit(browser, server.url);
    return {
      ...visited,
      index,
      end: async () => {
        await visited.close();
        await browser.close();
        await server.stop();
        logs.remove();
      },
    };
  }
  type Opened = Awaited<ReturnType<typeof visit>> & { index: string; end: () => Promise<void> };

  it('is named in place of the lines that log a first value', async () => {
    const { page, index, complaints, end } = await opened((logs) => {
      mkdirSync(join(logs.folder, 'none'));
      return join(logs.folder, 'none');
    });
    await page.getByRole('heading', { name: 'The logs cannot be read' }).waitFor();
    await page.getByText(`Cannot read ${index}: 1 event file is not shown`).waitFor();
    await page.getByText('The index cannot be read', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('tab', { name: 'Keras' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await end();
  });

  it('is named below the runs that can be read', async () => {
    const { page, index, complaints, end } = await opened((logs) => {
      logs.write('grow', 'other/second', 0, 3);
      return join(logs.folder, 'other');
    });
    const problem = page.locator('details', { hasText: `Cannot read ${index}` });
    await problem.locator('summary').click();
    await problem.locator('li', { hasText: '1 event file is not shown' }).waitFor();
    await page.getByRole('button', { name: 'Notices, 1 new' }).click();
    const notices = page.getByRole('dialog', { name: 'Notices' });
    await notices.locator('li', { hasText: 'Logs cannot be read' }).waitFor();
    expect(complaints).toEqual([]);
    await end();
  });
});
