// Plugins: the example and a new package, built and installed, on their pages; those that fail; unknown plugin names.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, Logs, PYTHON, Server, visit, type Visit } from './stage.ts';

const EXAMPLE = join(import.meta.dirname, '../../examples/fairness_plugin');
const logs = new Logs();
const server = new Server();
const place = mkdtempSync(join(tmpdir(), 'sightline-plugins-'));
const packages = join(place, 'packages');
let browser: Browser;

beforeAll(async () => {
  const [source, fresh] = [join(place, 'source'), join(place, 'fresh')];
  cpSync(EXAMPLE, source, { recursive: true });
  execFileSync(PYTHON, ['-m', 'sightline', 'plugin', 'new', 'data-drift', '--into', fresh], {
    stdio: 'pipe',
  });
  const offline = ['-q', '--no-deps', '--no-build-isolation', '--no-index', '--disable-pip-version-check'];
  const pip = ['-m', 'pip', 'install', ...offline, '--target', packages, source, fresh];
  execFileSync(PYTHON, pip, { stdio: 'pipe' });
  logs.scene('plugins', packages);
  browser = await launch();
  await server.start(logs.folder, 0, [], { PYTHONPATH: packages });
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  logs.remove();
  rmSync(place, { recursive: true, force: true });
});

async function at(hash: string): Promise<Visit & { page: Page }> {
  const opened = await visit(browser, server.url + hash);
  await opened.page.getByRole('link', { name: 'Sightline' }).waitFor({ state: 'attached' });
  return opened;
}

it('opens the page of an installed plugin from its tab, with the runs, colors, step and link of the board', async () => {
  const { page, complaints, close } = await at('#/scalars');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Fairness' }).click();
  const card = page.getByRole('article', { name: 'credit' });
  await card.locator('canvas').first().waitFor();
  await card.getByText('plain, step 2000').waitFor();
  expect(await card.getByRole('row').count()).toBe(3);
  await card.getByText('Largest difference between two groups: Selected').waitFor();

  await page.getByRole('combobox', { name: 'Rate' }).selectOption('true_positive');
  await card.getByText('Largest difference between two groups: True positives').waitFor();
  await expect.poll(() => page.url()).toContain('true_positive');
  // The run list is the board's: with the first run hidden the table is of the other one.
  await page.getByLabel('Show plain', { exact: true }).click();
  await card.getByText('reweighted, step 2000').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('opens the page of a plugin from a link at first', async () => {
  const { page, complaints, close } = await at('#/fairness?step=500');
  await page.getByText('plain, step 500').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('draws what a new plugin logs on the page that it was made with', async () => {
  const { page, complaints, close } = await at('#/scalars');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Data drift' }).click();
  await page.getByRole('heading', { name: 'drift' }).waitFor();
  await expect.poll(() => page.locator('canvas').count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await close();
});

it('leaves all plugins out with --no-plugins', async () => {
  const bare = await new Server().start(logs.folder, 0, ['--no-plugins'], { PYTHONPATH: packages });
  const answer = await fetch(`${bare.url}api/v1/plugins`);
  expect(await answer.json()).toEqual({ page_api: 1, plugins: [], pages: [] });
  const { page, close } = await visit(browser, `${bare.url}#/tensors`);
  await page.getByText('Logged for the plugin fairness, which is not installed here').first().waitFor();
  await close();
  await bare.stop();
});

it('shows a page that throws, one whose module hangs and one that cannot be imported as broken, with the reason', async () => {
  const { page, close } = await at('#/throwing');
  const problem = page.getByRole('alert');
  await problem.getByText('no data for me').waitFor();
  await problem.getByText('from the plugin failing').waitFor();
  const tabs = page.getByRole('navigation', { name: 'Pages' });

  await page.goto(`${server.url}#/gone`);
  await problem.getByText("No module named 'no_such_module'").waitFor();
  await page.goto(`${server.url}#/hanging`);
  await problem.getByText('its module did not load within 10 s').waitFor();

  await tabs.getByRole('button', { name: 'Scalars', exact: true }).click();
  await page.getByRole('article', { name: 'loss' }).locator('canvas').first().waitFor();
  await close();
});

it('shows values of a plugin that is not installed as tensors, and names it', async () => {
  const { page, complaints, close } = await at('#/tensors');
  const card = page.getByRole('article', { name: 'calibration' });
  await card.getByText('Logged for the plugin uncertainty, which is not installed here').waitFor();
  await card.getByText('Metadata: {"bins": 10}').waitFor();
  expect(complaints).toEqual([]);
  await close();
});
