// Opens a notebook in Chromium, runs all its cells, and prints what is in the frame of the board. Where `is_output`
// is given, the page stands for the output of a cell in an editor that is not here.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PATIENCE_MS = 120_000;
const [modules, chromium_path, address, options] = process.argv.slice(2);
const { is_storage_denied, hosts, sign_in, picture, is_output } = JSON.parse(options);
const { chromium } = createRequire(join(modules, 'x.js'))('playwright-core');

// Whether frames of other sites may keep anything: without it `localStorage` throws there.
const profile = mkdtempSync(join(tmpdir(), 'notebook-'));
mkdirSync(join(profile, 'Default'));
const cookies = {
  block_third_party_cookies: is_storage_denied,
  cookie_controls_mode: is_storage_denied ? 1 : 0,
};
writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: cookies }));
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: chromium_path,
  viewport: { width: 1440, height: 900 },
  args: [...flags, ...(hosts ? [`--host-resolver-rules=${hosts}`] : [])],
});

/** By the command of the menu entry: a click before the kernel is known would be asked which one to take. */
async function runAllCells(page) {
  await page.waitForFunction(() => window.jupyterapp?.shell.currentWidget?.sessionContext);
  await page.evaluate(async () => {
    await window.jupyterapp.shell.currentWidget.sessionContext.ready;
    await window.jupyterapp.commands.execute('notebook:run-all-cells');
  });
}

async function frameOfBoard(area) {
  const element = area.locator('iframe[title="Sightline"]');
  await element.waitFor();
  const board = area.frameLocator('iframe[title="Sightline"]');
  await board.getByText('50 of 50').first().waitFor();
  await board.locator('canvas').first().waitFor();
  const inner = await (await element.elementHandle()).contentFrame();
  const isStorageDenied = await inner.evaluate(() => {
    try {
      return localStorage === null;
    } catch {
      return true;
    }
  });
  const cookies = await inner.evaluate(() => document.cookie);
  return {
    source: await element.getAttribute('src'),
    address: inner.url(),
    isStorageDenied,
    cookies,
  };
}

const page = await browser.newPage();
page.setDefaultTimeout(PATIENCE_MS);
const errors = [];
// Jupyter's own scripts may fail as they like; those of the board are below its secret path.
page.on('pageerror', (error) => {
  if (/\/n-[0-9a-f]{32}\//.test(error.stack ?? '')) errors.push(error.stack);
});

async function openNotebook() {
  await page.goto(address);
  if (sign_in) {
    await page.locator('#username_input').fill(sign_in.user);
    await page.locator('#password_input').fill(sign_in.password);
    await page.locator('#login_submit').click();
  }
  await page.locator('.jp-Notebook .jp-Cell').first().waitFor();
  await runAllCells(page);
  return page.locator('.jp-OutputArea');
}

async function openOutput() {
  await page.goto(address);
  return page.frameLocator('#output');
}

try {
  const area = is_output ? await openOutput() : await openNotebook();
  console.log(JSON.stringify({ ...(await frameOfBoard(area)), errors }));
} finally {
  if (picture) await page.screenshot({ path: picture });
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
