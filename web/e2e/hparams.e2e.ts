// Hyperparameters: the table, the linked charts, importance; odd data; the address; growth.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { natural } from '../src/public/runs/natural.ts';
import { serious } from './axe.ts';
import { launch, Logs, Server, settledBox, visit } from './stage.ts';

const N = 48;
let browser: Browser;
let server: Server;
let logs: Logs;

beforeAll(async () => {
  browser = await launch();
  logs = new Logs().scene('hparams', N, 12, 'bad');
  server = await new Server().start(logs.folder);
}, 60_000);

afterAll(async () => {
  await browser.close();
  await server.stop();
  logs.remove();
});

const N_BAD = 6;
const rowNames = (page: Page): Promise<string[]> =>
  page.locator('[role=row][aria-rowindex] .name .t').allTextContents();
const count = (page: Page): Promise<string | null> => page.locator('[data-count] b').textContent();
const columnTexts = (page: Page, head: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const heads = [...document.querySelectorAll('[role=columnheader]')].map(
      (one) => one.textContent?.trim() ?? '',
    );
    const at = heads.findIndex((text) => text.startsWith(wanted));
    return [...document.querySelectorAll('[role=row][aria-selected]')].map(
      (row) => row.children[at]?.textContent?.trim() ?? '',
    );
  }, head);

async function open(hash = ''): Promise<Awaited<ReturnType<typeof visit>>> {
  const seen = await visit(browser, `${server.url}#/hparams${hash}`);
  await seen.page.locator('[role=row][aria-rowindex="2"]').waitFor();
  return seen;
}

describe('the table', () => {
  it('sorts by the metric, by clicks and by several columns, and keeps that in the address', async () => {
    const { page, complaints, close } = await open('?o.hparams.view=table');
    await expect.poll(() => count(page)).toBe(String(N + N_BAD));
    const fids = (await columnTexts(page, 'val/fid'))
      .map(Number)
      .filter((value) => !Number.isNaN(value) && value > 0);
    expect(fids.length).toBeGreaterThan(20);
    expect(fids).toEqual([...fids].sort((a, b) => a - b));
    await page.getByRole('button', { name: 'depth', exact: true }).click();
    await page.getByRole('button', { name: 'dropout', exact: true }).click({ modifiers: ['Shift'] });
    expect((await columnTexts(page, 'depth')).slice(0, 3)).toEqual(['8', '8', '8']);
    const first = await rowNames(page);
    await expect.poll(() => decodeURIComponent(page.url())).toContain('dropout');
    await page.reload();
    await page.locator('[role=row][aria-rowindex="2"]').waitFor();
    await expect.poll(() => rowNames(page)).toEqual(first);
    await page.getByRole('button', { name: 'trial', exact: true }).click();
    await page
      .getByRole('columnheader', { name: 'trial', exact: true })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    const names = await rowNames(page);
    expect(names).toEqual([...names].sort(natural));
    expect(complaints).toEqual([]);
    await close();
  });

  it('has rows for runs without hyperparameters only where a person wants them', async () => {
    const { page, complaints, close } = await open('?o.hparams.view=table');
    await expect.poll(() => rowNames(page)).not.toContain('bad-metrics-only');
    await page.getByRole('button', { name: '1 run without hyperparameters: show' }).click();
    await expect.poll(() => count(page)).toBe(String(N + N_BAD + 1));
    await expect.poll(() => page.url()).toContain('hparams.allRuns=true');
    await page.getByRole('button', { name: '1 run without hyperparameters: hide' }).click();
    await expect.poll(() => count(page)).toBe(String(N + N_BAD));
    expect(complaints).toEqual([]);
    await close();
  });

  it('filters by the filter language, by range and by values', async () => {
    const { page, complaints, close } = await open('?o.hparams.view=table');
    await page.getByLabel('Filter trials').fill('optimizer/name = muon');
    await expect.poll(async () => Number(await count(page))).toBeLessThan(N / 2);
    expect(new Set(await columnTexts(page, 'optimizer/name'))).toEqual(new Set(['muon']));
    await page.getByLabel('Filter trials').fill('dropout >');
    await page.locator('.problem[role=alert]').waitFor();
    await page.getByLabel('Clear the trial filter').click();
    await expect.poll(() => count(page)).toBe(String(N + N_BAD));
    await page.getByRole('columnheader', { name: 'dropout' }).click({ button: 'right' });
    await page.getByLabel('From', { exact: true }).fill('0.1');
    await page.getByLabel('To', { exact: true }).fill('0.2');
    await page.getByLabel('To', { exact: true }).press('Tab');
    await page.keyboard.press('Escape');
    for (const text of await columnTexts(page, 'dropout'))
      expect(Number(text) >= 0.1 && Number(text) <= 0.2).toBe(true);
    await page.getByRole('grid', { name: 'Trials' }).evaluate((grid) => grid.scrollBy(500, 0));
    await page.getByRole('columnheader', { name: 'qk_norm' }).click({ button: 'right' });
    await page.getByRole('dialog').getByLabel('false', { exact: true }).uncheck();
    await page.keyboard.press('Escape');
    expect(new Set(await columnTexts(page, 'qk_norm'))).toEqual(new Set(['true']));
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => count(page)).toBe(String(N + N_BAD));
    await page.getByRole('columnheader', { name: 'optimizer/name' }).click({ button: 'right' });
    await page.getByRole('button', { name: 'Only muon' }).click();
    await page.keyboard.press('Escape');
    expect(new Set(await columnTexts(page, 'optimizer/name'))).toEqual(new Set(['muon']));
    await page.getByLabel('Filter trials').fill('lr > 1e-9');
    await page
      .getByRole('status')
      .filter({ hasText: 'lr is not a hyperparameter here. Did you mean optimizer/lr?' })
      .waitFor();
    await page.getByRole('button', { name: 'Show all trials' }).click();
    await expect.poll(() => count(page)).toBe(String(N + N_BAD));
    expect(complaints).toEqual([]);
    await close();
  });

  it('hides constants, hides and pins columns, and exports what is in sight', async () => {
    const { page, complaints, close } = await open('?o.hparams.view=table&o.hparams.filter=name ~ trial');
    await expect.poll(() => count(page)).toBe(String(N));
    const heads = (): Promise<string[]> => page.getByRole('columnheader').allTextContents();
    await page.getByRole('columnheader', { name: 'dropout' }).click({ button: 'right' });
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    expect((await heads()).some((text) => text.includes('dropout'))).toBe(false);
    await page.getByRole('columnheader', { name: 'depth' }).click({ button: 'right' });
    await page.getByRole('button', { name: 'Pin to the left' }).click();
    await page.keyboard.press('Escape');
    expect((await heads())[1]).toContain('depth');
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByLabel('Download CSV').click(),
    ]);
    const { readFileSync } = await import('node:fs');
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.length).toBe(N + 1);
    expect(lines[0]).toMatch(/^trial,hparams\.depth,val\/fid\.last,/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('moves columns by dragging and by keys, and colors them', async () => {
    const { page, complaints, close } = await open('?o.hparams.view=table&o.hparams.filter=name ~ trial');
    await expect.poll(() => count(page)).toBe(String(N));
    const heads = (): Promise<string[]> => page.getByRole('columnheader').allTextContents();
    await page
      .getByRole('columnheader', { name: 'dropout' })
      .dragTo(page.getByRole('columnheader', { name: 'val/psnr' }));
    await expect
      .poll(async () => (await heads()).map((text) => text.trim()).slice(1, 5))
      .toEqual(['val/fid', 'val/loss', 'dropout', 'val/psnr']);
    const pills = page.locator('[role=row][aria-selected] .pill:nth-child(4)');
    await expect.poll(() => pills.count()).toBe(0);
    await page.getByRole('columnheader', { name: 'dropout' }).click({ button: 'right' });
    await page.getByRole('button', { name: 'Color scale' }).click();
    await expect.poll(() => pills.count()).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Move left' }).press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => (await heads()).map((text) => text.trim()).slice(1, 4))
      .toEqual(['dropout', 'val/fid', 'val/loss']);
    expect(complaints).toEqual([]);
    await close();
  });

  it('selects runs everywhere', async () => {
    const { page, complaints, close } = await open('?o.hparams.view=table');
    const names = await rowNames(page);
    await page.locator('[role=row][aria-rowindex="2"]').click();
    await page.locator('[role=row][aria-rowindex="4"]').click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Show only these everywhere' }).click();
    await page.getByLabel('Pages').getByRole('button', { name: 'Scalars', exact: true }).click();
    await page.getByRole('region', { name: 'Runs' }).getByText('3 selected').waitFor();
    await expect.poll(() => decodeURIComponent(page.url())).toContain(names[1]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('answers for odd data in the place', async () => {
    const { page, complaints, close } = await open('?o.hparams.view=table&o.hparams.filter=name ~ bad');
    await expect.poll(() => count(page)).toBe(String(N_BAD));
    const row = (name: string): ReturnType<Page['locator']> =>
      page.locator('[role=row]').filter({ has: page.getByText(name, { exact: true }) });
    await expect.poll(() => row('bad-nan').locator('.bad').textContent()).toBe('NaN');
    await expect.poll(() => row('bad-mixed').textContent()).toContain('deep');
    await expect.poll(() => row('bad-missing').textContent()).toContain('""');
    await expect
      .poll(() => page.getByRole('button', { name: 'depth', exact: true }).getAttribute('title'))
      .toContain('values of several types');
    const dash = (name: string): Promise<string> =>
      row(name)
        .locator('[aria-colindex="2"]')
        .evaluate((cell) => getComputedStyle(cell, '::before').content);
    await expect
      .poll(() => Promise.all(['bad-missing', 'bad-hparams-only'].map(dash)))
      .toEqual(['"–"', '"–"']);
    await expect
      .poll(() => row('bad-twice').locator('[title*="also logged as 0.1"]').textContent())
      .toContain('0.2');
    await expect
      .poll(() => row('bad-config').locator('.warn').getAttribute('title'))
      .toBe(
        'hparams.yaml cannot be read: line 1: a bracket is not closed, or a value is missing. Its values are left out; all others are shown.',
      );
    const names = await rowNames(page);
    expect(names.slice(-3).sort()).toEqual(['bad-hparams-only', 'bad-missing', 'bad-nan']);
    // Columns that few trials have a value in come last, out of sight.
    await page
      .getByRole('grid', { name: 'Trials' })
      .evaluate((table) => (table.scrollLeft = table.scrollWidth));
    await page.getByRole('columnheader').filter({ hasText: '…kkkk' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('the charts', () => {
  it('brush an axis, flip and move it; the table, the scatter and the address follow', async () => {
    const { page, complaints, close } = await open('?o.hparams.filter=name ~ trial');
    await expect.poll(() => count(page)).toBe(String(N));
    const axis = page.getByLabel('Brush dropout');
    const box = await settledBox(axis);
    const x = box.x + box.width / 2;
    const drag = async (from: number, to: number, key?: 'Shift'): Promise<void> => {
      if (key) await page.keyboard.down(key);
      await page.mouse.move(x, box.y + box.height * from);
      await page.mouse.down();
      await page.mouse.move(x, box.y + box.height * to, { steps: 4 });
      await page.mouse.up();
      if (key) await page.keyboard.up(key);
    };
    await drag(0.05, 0.3);
    await expect.poll(async () => Number(await count(page))).toBeLessThan(N);
    const one = Number(await count(page));
    for (const text of await columnTexts(page, 'dropout')) expect(Number(text)).toBeGreaterThan(0.19);
    await expect.poll(() => page.getByText('1 selected').count()).toBe(0);
    await drag(0.7, 0.95, 'Shift');
    await expect.poll(async () => Number(await count(page))).toBeGreaterThan(one);
    await expect
      .poll(() => decodeURIComponent(page.url()))
      .toMatch(/o\.hparams\.filters=\{"hparams\.dropout":\[\[.*\],\[.*\]\]\}/);
    await page.mouse.click(x, box.y + box.height * 0.5);
    await expect.poll(() => count(page)).toBe(String(N));
    await page.getByLabel('Flip dropout').click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain('flipped=["hparams.dropout"]');
    const head = await settledBox(page.getByLabel('Flip dropout'));
    await page.mouse.move(head.x + 10, head.y + 6);
    await page.mouse.down();
    await page.mouse.move(head.x + 700, head.y + 6, { steps: 4 });
    await page.mouse.up();
    await expect
      .poll(() => decodeURIComponent(page.url()))
      .toMatch(/axes=\[.*"hparams\.optimizer\/lr".*"hparams\.dropout".*\]/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('tell importance, draw points and their matrix, and filter by a box', async () => {
    const { page, complaints, close } = await open('?o.hparams.filter=name ~ trial');
    const importance = page.locator('[data-part=importance]');
    await importance.getByRole('row').nth(3).waitFor();
    await expect.poll(() => importance.textContent()).toContain('η');
    await expect.poll(() => importance.textContent()).toMatch(new RegExp(`\\b${String(N)}\\s+trials`));
    await expect.poll(() => page.locator('[data-part=best]').textContent()).toMatch(/after \d+\s+trials/);
    await page.getByRole('radio', { name: 'Scatter' }).click();
    const plot = await settledBox(page.locator('[data-part=scatter] .plot'));
    await page.mouse.move(plot.x + plot.width * 0.3, plot.y + plot.height * 0.5);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width * 0.8, plot.y + plot.height * 0.9, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Number(await count(page))).toBeLessThan(N);
    await page.getByRole('radio', { name: 'Matrix' }).click();
    await page.locator('[data-part=matrix] canvas').waitFor();
    const trends = page.locator('[data-part=matrix] .plot path');
    await expect.poll(() => trends.count()).toBeGreaterThan(3);
    await page.getByLabel('Scale of val/fid').selectOption('log');
    await expect.poll(() => decodeURIComponent(page.url())).toContain('{"val/fid.last":"log"}');
    await page.getByRole('switch', { name: 'Trend' }).click();
    await expect.poll(() => trends.count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('have room below one another in a narrow window', async () => {
    const { page, complaints, close } = await visit(browser, `${server.url}#/hparams`, {
      viewport: { width: 800, height: 900 },
    });
    const importance = page.locator('[data-part=importance]');
    await importance.getByRole('row').nth(3).waitFor();
    const last = await settledBox(importance.getByRole('row').last());
    const best = await settledBox(page.locator('[data-part=best]'));
    expect(best.y).toBeGreaterThan(last.y + last.height);
    expect(best.height).toBeGreaterThan(150);
    expect(complaints).toEqual([]);
    await close();
  });

  it('lift the trial under the pointer in all parts and tell it in full', async () => {
    const { page, complaints, close } = await open('?o.hparams.filter=name ~ trial');
    await page.locator('[data-part=scatter] canvas').waitFor();
    const row = page.locator('[role=row][aria-rowindex="3"]');
    await row.hover();
    const ring = page.locator('[data-part=scatter] circle');
    await ring.waitFor({ state: 'attached' });
    const name = await row.locator('.name .t').textContent();
    const plot = await settledBox(page.locator('[data-part=scatter] .plot'));
    const [cx, cy] = await ring.evaluate((circle) => [
      Number(circle.getAttribute('cx')),
      Number(circle.getAttribute('cy')),
    ]);
    await page.mouse.move(plot.x + (cx ?? 0), plot.y + (cy ?? 0));
    const tip = page.getByRole('tooltip');
    await tip.getByText(name ?? '?', { exact: true }).waitFor();
    await expect.poll(() => tip.textContent()).toContain('optimizer/lr');
    await expect.poll(() => page.locator('[role=row].near .name .t').allTextContents()).toEqual([name]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('show the selected trials, and select by clicks', async () => {
    const { page, complaints, close } = await open('?o.hparams.filter=name ~ trial');
    await page.locator('[data-part=scatter] canvas').waitFor();
    const inkedPixels = (): Promise<number> =>
      page.locator('canvas[data-layer=lifted]').evaluate((canvas: HTMLCanvasElement) => {
        const data =
          canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ??
          new Uint8ClampedArray();
        return data.reduce((n, value, i) => n + (i % 4 === 3 && value > 128 ? 1 : 0), 0);
      });
    const rings = page.locator('[data-part=scatter] circle');
    await page.locator('[role=row][aria-rowindex="2"]').click();
    await page.mouse.move(5, 5);
    await expect.poll(inkedPixels).toBeGreaterThan(500);
    await expect.poll(() => rings.count()).toBe(1);
    const plot = await settledBox(page.locator('[data-part=scatter] .plot'));
    await page.locator('[role=row][aria-rowindex="6"]').hover();
    await expect.poll(() => rings.count()).toBe(2);
    const [cx, cy] = await rings
      .last()
      .evaluate((ring) => [Number(ring.getAttribute('cx')), Number(ring.getAttribute('cy'))]);
    await page.keyboard.down('Control');
    await page.mouse.click(plot.x + (cx ?? 0), plot.y + (cy ?? 0));
    await page.keyboard.up('Control');
    await page.getByText('2 selected').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('take axes in and out, and move them by keys', async () => {
    const { page, complaints, close } = await open('?o.hparams.view=parallel&o.hparams.filter=name ~ trial');
    const titles = (): Promise<string[]> =>
      page.locator('[data-part=parallel] [aria-label^="Flip "]').allTextContents();
    await page.getByLabel('Remove the axis dropout').click({ force: true });
    await expect.poll(titles).not.toContain('dropout');
    await page.getByTitle('Choose axes').click();
    const menu = page.getByRole('dialog', { name: 'Axes' });
    await menu.getByText('dropout', { exact: true }).click();
    await menu.getByText('val/psnr', { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => (await titles()).slice(-4))
      .toEqual(['dropout', 'val/loss', 'val/fid', 'val/psnr']);
    await page.getByLabel('Flip dropout').press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await titles()).indexOf('dropout')).toBe((await titles()).length - 6);
    await page.getByTitle('Choose axes').click();
    await menu.getByRole('button', { name: 'Default axes' }).click();
    await expect.poll(titles).not.toContain('val/psnr');
    expect(complaints).toEqual([]);
    await close();
  });

  it('change the scale of an axis and what colors mean', async () => {
    const { page, complaints, close } = await open('?o.hparams.view=parallel&o.hparams.filter=name ~ trial');
    const scale = page.getByLabel('Scale of optimizer/lr');
    await scale.waitFor();
    await expect.poll(() => scale.inputValue()).toBe('log');
    const ticks = (): Promise<string[]> => page.locator('[data-part=parallel] svg text').allTextContents();
    for (const next of ['quantile', 'linear']) {
      const before = await ticks();
      await scale.selectOption(next);
      await expect.poll(() => decodeURIComponent(page.url())).toContain(`{"hparams.optimizer/lr":"${next}"}`);
      await expect.poll(ticks).not.toEqual(before);
    }
    await page.getByLabel('Color by').selectOption('hparams.optimizer/name');
    await expect
      .poll(() => decodeURIComponent(page.url()))
      .toContain('o.hparams.color=hparams.optimizer/name');
    await expect
      .poll(() => page.locator('[data-part=parallel] [data-legend]').textContent())
      .toMatch(/adamw.*lion.*muon/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('lead to the comparison of the selected trials', async () => {
    const { page, complaints, close } = await open('?o.hparams.filter=name ~ trial');
    await page.locator('[role=row][aria-rowindex="2"]').click();
    await page.locator('[role=row][aria-rowindex="3"]').click({ modifiers: ['Control'] });
    await page.locator('[data-part=table]').getByRole('button', { name: 'Compare', exact: true }).click();
    const configuration = page.getByRole('table', { name: 'Configuration' });
    await configuration.getByRole('rowheader', { name: 'optimizer/lr' }).waitFor();
    await expect.poll(() => page.locator('main').textContent()).toMatch(/only what differs, \d of 9 keys/);
    await expect.poll(() => configuration.textContent()).not.toContain('dataset');
    await page
      .getByRole('toolbar', { name: 'Compare' })
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await expect.poll(() => page.locator('main').textContent()).toContain('all 9 keys');
    await configuration.getByRole('rowheader', { name: 'dataset' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('add a trial that begins while they are open', async () => {
    const { page, complaints, close } = await open('?o.hparams.view=table');
    logs.scene('hparams', 0, 2, 'late');
    await expect.poll(() => count(page)).toBe(String(N + N_BAD + 1));
    expect(complaints).toEqual([]);
    await close();
  });
});

it('offers a metric that appears while the page is open', async () => {
  const { page, complaints, close } = await open('?o.hparams.view=table');
  logs.scene('hparams', 0, 2, 'judge');
  await page.getByTitle('Choose metrics').click();
  await expect
    .poll(() => page.getByRole('dialog', { name: 'Metrics' }).textContent())
    .toContain('judge/score');
  await page.getByRole('dialog', { name: 'Metrics' }).getByText('judge/score').click();
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await columnTexts(page, 'judge/score')).length).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'judge/score', exact: true }).click();
  await expect
    .poll(async () => (await columnTexts(page, 'judge/score')).slice(0, 3))
    .toEqual(['0.2500', '0.7500', '']);
  expect(complaints).toEqual([]);
  await close();
});

describe('accessibility', () => {
  it.each([
    ['overview', '[data-part=importance] [role=row]', 'light', 1440],
    ['table', '[role=row][aria-selected]', 'dark', 1440],
    ['scatter', '[data-part=scatter] canvas', 'light', 1280],
    ['matrix', '[data-part=matrix] canvas', 'dark', 1440],
    ['overview', '[data-layer=passing]', 'dark', 390],
  ] as const)('has nothing serious in the %s', async (view, ready, colorScheme, width) => {
    const { page, complaints, close } = await visit(
      browser,
      `${server.url}#/hparams?o.hparams.view=${view}`,
      { colorScheme, viewport: { width, height: 900 }, bypassCSP: true },
    );
    await page.locator(ready).first().waitFor();
    await expect.poll(() => serious(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
