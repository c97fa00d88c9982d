// Journeys through the scalars: other axes, tags together, thresholds, a baseline, ranges, groups, files.
import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { coloredPixels, coloredRows, plotOf, settledPixels, useStage } from './stage.ts';

const stage = useStage((logs) => logs.write('basic'));
const { go } = stage;

/** The parameters of a question to the scalars' queries. */
function paramsOf(request: Request): Record<string, unknown> {
  const params = new URL(request.url()).searchParams.get('params');
  return JSON.parse(params ?? request.postData() ?? '{}') as Record<string, unknown>;
}
const question = (page: Page, fits: (params: Record<string, unknown>) => boolean): Promise<Request> =>
  page.waitForRequest((request) => request.url().includes('kinds/scalar/') && fits(paramsOf(request)));
const legend = (page: Page, tag: string): Promise<string[]> =>
  page.locator(`article[data-tag="${tag}"] .legend .one`).allInnerTexts();

async function openOptions(page: Page, tag: string): Promise<void> {
  await page.locator(`article[data-tag="${tag}"]`).hover();
  await page.getByRole('button', { name: `Options of ${tag}` }).click();
}

it('opens the first chart, the run list and the top bar with less than 150 KB of scripts', async () => {
  const page = await go('#/scalars');
  await plotOf(page, 'train/loss');
  await page.locator('[data-run="baseline"]').waitFor();
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).flatMap(
      ({ name, encodedBodySize }) =>
        // All others are loaded once the page has settled.
        /\/(index|shell|lines|line_options|ScalarsPage|runs|RunList|tools)-[^/]+\.js$/.test(name)
          ? encodedBodySize
          : [],
    ),
  );
  expect(sizes).toHaveLength(8);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(150_000);
});

it('pans with shift, scrolls sideways, zooms by wheel, and keeps an unlinked zoom to its card', async () => {
  const page = await go('#/scalars?zoom=200,400');
  const plot = await plotOf(page, 'train/loss');
  const zoom = (): number[] => /zoom=([-\d.]+),([-\d.]+)/.exec(page.url())?.slice(1).map(Number) ?? [];
  await page.mouse.move(plot.x + plot.width * 0.5, plot.y + 40);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width * 0.25, plot.y + 40, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect.poll(() => Math.round((zoom()[0] ?? 0) / 10)).toBe(25);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect.poll(() => (zoom()[1] ?? 0) - (zoom()[0] ?? 0)).toBeLessThan(180);
  await page.mouse.dblclick(plot.x + 60, plot.y + 60);
  await expect.poll(zoom).toEqual([]);
  await page.getByRole('switch', { name: 'Link crosshair and zoom' }).click();
  const own = question(page, (params) => Array.isArray(params['range']));
  await page.mouse.move(plot.x + 60, plot.y + 40);
  await page.mouse.down();
  await page.mouse.move(plot.x + 120, plot.y + 50, { steps: 4 });
  await page.mouse.up();
  expect(paramsOf(await own)['tags']).toEqual(['train/loss']);
  expect(zoom()).toEqual([]);
});

it('takes any other scalar as x, bent axes too', async () => {
  const page = await go();
  await plotOf(page, 'train/loss');
  await page.getByRole('button', { name: 'Chart options' }).click();
  const byRate = question(
    page,
    (params) =>
      (params['x'] as { tag?: string } | undefined)?.tag === 'train/lr' &&
      String(params['tags']) === 'train/loss',
  );
  const options = page.getByRole('dialog', { name: 'Chart options' });
  await options.getByLabel('X axis from a tag').fill('train/lr');
  await options.getByLabel('X axis from a tag').press('Enter');
  expect((await (await byRate).response())?.status()).toBe(200);
  await expect.poll(() => decodeURIComponent(page.url())).toContain('x=tag:train/lr');
  for (const name of ['X scale', 'Y scale'])
    await options.getByRole('radiogroup', { name }).getByRole('radio', { name: 'Symlog' }).click();
  await page.keyboard.press('Escape');
  const plot = await plotOf(page, 'train/loss');
  await page.mouse.move(plot.x + plot.width * 0.5, plot.y + 50);
  await expect.poll(() => page.locator('.flag').textContent()).toMatch(/e-4$/);
  await expect.poll(() => coloredPixels(page, 'train/loss')).toBeGreaterThan(300);
  await page.getByRole('button', { name: 'train/lr', exact: true }).click();
  await expect.poll(() => page.url()).not.toContain('x=tag');
});

it('puts a card on another by drag, measures it at the right, and takes it out again', async () => {
  const page = await go();
  await plotOf(page, 'train/loss');
  await page
    .locator('article[data-tag="train/lr"] h3')
    .dragTo(page.locator('article[data-tag="train/loss"] .u-over'));
  await expect.poll(() => legend(page, 'train/loss')).toEqual(['train/loss', 'train/lr']);
  await expect.poll(() => page.locator('article[data-tag="train/lr"]').count()).toBe(0);
  const one = await settledPixels(page, 'train/loss');
  await openOptions(page, 'train/loss');
  await page
    .getByRole('radiogroup', { name: 'Axis of train/lr' })
    .getByRole('radio', { name: 'Right' })
    .click();
  await expect.poll(() => coloredPixels(page, 'train/loss')).not.toBe(one);
  await page.getByLabel('Add a tag').fill('val/loss');
  await page.getByLabel('Add a tag').press('Enter');
  await expect
    .poll(() => legend(page, 'train/loss'))
    .toEqual(['train/loss', expect.stringContaining('right'), 'val/loss']);
  await page.keyboard.press('Escape');
  const plot = await plotOf(page, 'train/loss');
  await page.mouse.move(plot.x + plot.width / 2, plot.y + 30);
  await expect.poll(() => page.locator('.tip tbody tr').count()).toBe(12);
  await expect.poll(() => decodeURIComponent(page.url())).toContain('val/loss');
  const link = page.url();
  await page.reload();
  await expect.poll(() => legend(page, 'train/loss')).toHaveLength(3);
  expect(page.url()).toBe(link);
  await page.getByRole('button', { name: 'Remove train/lr from train/loss' }).click();
  await page.getByRole('button', { name: 'Remove val/loss from train/loss' }).click();
  await page.locator('article[data-tag="train/lr"]').waitFor();
  await expect.poll(() => page.url()).not.toContain('o.scalars');
});

it('puts tags together by a rule', async () => {
  const page = await go();
  await plotOf(page, 'train/loss');
  await page.getByRole('button', { name: 'Chart options' }).click();
  await page.getByLabel('Combine tags').fill('train/* with val/*');
  await page.getByLabel('Combine tags').press('Enter');
  await expect.poll(() => legend(page, 'train/loss')).toEqual(['train/loss', 'val/loss']);
  await expect
    .poll(() =>
      page
        .locator('article[data-tag]')
        .evaluateAll((all) => all.map((card) => card.getAttribute('data-tag'))),
    )
    .toEqual(['train/loss', 'train/lr', 'val/accuracy']);
});

it('keeps thresholds and step marks with their names in the link', async () => {
  const page = await go();
  await plotOf(page, 'val/loss');
  await openOptions(page, 'val/loss');
  await page.getByLabel('Threshold', { exact: true }).fill('0.5');
  await page.getByLabel('Threshold, name').fill('target');
  await page.getByLabel('Threshold, name').press('Enter');
  await page.getByLabel('Step mark', { exact: true }).fill('300');
  await page.getByLabel('Step mark, name').fill('EMA on');
  await page.getByRole('button', { name: 'Add step mark' }).click();
  await expect
    .poll(() => decodeURIComponent(page.url()))
    .toContain('o.scalars.notes=y:0.5:target:val/loss;x:300:EMA+on');
  await page.goto(page.url().replace('?', '?card=val/loss&'));
  await page.reload();
  await expect
    .poll(() => page.getByRole('complementary', { name: 'Marks' }).textContent())
    .toMatch(/target.*0\.5.*EMA on.*300/);
  await page.getByRole('button', { name: 'Remove threshold target' }).click();
  await expect.poll(() => page.url()).not.toContain('target');
});

it('gives the y axis a range: fixed for one card, shared by a section', async () => {
  const page = await go();
  await plotOf(page, 'train/loss');
  const before = await settledPixels(page, 'train/loss');
  await openOptions(page, 'train/loss');
  await page
    .getByRole('radiogroup', { name: 'Y range of train/loss' })
    .getByRole('radio', { name: 'Fixed' })
    .click();
  await page.getByLabel('Y of train/loss to').fill('100');
  await page.getByLabel('Y of train/loss to').press('Enter');
  await expect.poll(() => decodeURIComponent(page.url())).toContain('o.scalars.cards=train/loss:page:0:100');
  await expect.poll(() => coloredPixels(page, 'train/loss')).toBeLessThan(before / 2);
  await page
    .getByRole('radiogroup', { name: 'Y range of train/loss' })
    .getByRole('radio', { name: 'Page' })
    .click();
  await page.keyboard.press('Escape');
  await expect.poll(() => coloredHeight(page, 'train/lr')).toBeGreaterThan(80);
  await page.getByRole('button', { name: 'Chart options' }).click();
  await page
    .getByRole('radiogroup', { name: 'Y range', exact: true })
    .getByRole('radio', { name: 'Shared' })
    .click();
  // Losses are a thousand times the rate, which therefore lies flat on the axis.
  await expect.poll(() => coloredHeight(page, 'train/lr')).toBeLessThan(12);
});

/** Over how many rows of a card's canvas colored pixels reach. */
async function coloredHeight(page: Page, tag: string): Promise<number> {
  const rows = await coloredRows(page, tag);
  return rows.findLastIndex((n) => n > 0) - rows.findIndex((n) => n > 0);
}

it('shows differences to a baseline in curves and tooltip', async () => {
  const page = await go('#/scalars?base=baseline');
  await plotOf(page, 'val/loss');
  await page
    .getByRole('radiogroup', { name: 'Show', exact: true })
    .getByRole('radio', { name: 'Δ %' })
    .click();
  await expect
    .poll(() => page.locator('article[data-tag="val/loss"] .legend').textContent())
    .toContain('zero is baseline');
  const plot = await plotOf(page, 'val/loss');
  await page.mouse.move(plot.x + plot.width / 2, plot.y + 20);
  await expect.poll(() => page.locator('.tip').textContent()).toMatch(/[+−][\d.]+ %/);
});

it('has the values of runs within a range of steps, and at one step', async () => {
  const page = await go('#/scalars?mode=table&tags=train/lr');
  await page.getByLabel('Steps from').fill('200');
  await page.getByLabel('Steps to').fill('600');
  await page.getByLabel('Steps to').press('Enter');
  const row = page.locator('main tbody tr', { hasText: 'baseline' });
  await expect.poll(() => row.locator('td').allTextContents()).toEqual(['baseline', '4e-4']);
  await page.getByRole('radio', { name: 'Highest' }).click();
  await expect.poll(() => row.locator('td').allTextContents()).toEqual(['baseline', '8e-4']);
  await page.getByRole('button', { name: 'All steps' }).click();
  await page.goto(`${stage.server.url}#/scalars?mode=table&tags=train/lr&step=500`);
  await page.reload();
  await page.getByRole('radio', { name: 'At 500' }).click();
  await expect
    .poll(() => page.locator('main tbody tr', { hasText: 'baseline' }).textContent())
    .toContain('5e-4');
});

it('shows the members of a group under the pointer', async () => {
  const page = await go('#/scalars?group=folder&tags=val/loss&smooth=0');
  const plot = await plotOf(page, 'val/loss');
  const asking = question(page, (params) => Array.isArray(params['runs']) && params['raw'] === true);
  await page.mouse.move(plot.x + plot.width / 2, plot.y + 4);
  expect((paramsOf(await asking)['runs'] as number[]).length).toBe(2);
  const inked = (): Promise<number> =>
    page.locator('article[data-tag="val/loss"] canvas.overlay').evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const data =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ??
        new Uint8ClampedArray();
      return data.filter((value, i) => i % 4 === 3 && value > 0 && value < 200).length;
    });
  await expect.poll(inked).toBeGreaterThan(200);
});

it('sorts the tooltip, and a click on a line selects its run', async () => {
  const page = await go('#/scalars?o.scalars.tip=name');
  const plot = await plotOf(page, 'train/loss');
  await page.mouse.move(plot.x + plot.width / 2, plot.y + plot.height / 2);
  const names = (): Promise<string[]> => page.locator('.tip tbody tr td:first-child').allTextContents();
  await expect
    .poll(names)
    .toEqual(['baseline', 'narrow/seed-1', 'narrow/seed-2', 'wide/seed-1', 'wide/seed-2']);
  // Rows of the tooltip are there before the nearest line is known.
  const near = await page.locator('.tip tr.near td').first().textContent();
  await page.mouse.click(plot.x + plot.width / 2, plot.y + plot.height / 2);
  await expect
    .poll(() =>
      page
        .locator('[data-run][aria-selected=true]')
        .evaluateAll((all) => all.map((row) => row.getAttribute('data-run'))),
    )
    .toEqual([near]);
});

it('downloads every shown point as CSV, and as Parquet where the server can', async () => {
  const page = await go('#/scalars?tags=train/loss&hide=baseline&zoom=0,100');
  await plotOf(page, 'train/loss');
  const choose = async (format: string): Promise<void> => {
    await page.getByRole('button', { name: 'Chart options' }).click();
    await page.getByRole('button', { name: `Download shown data ${format}` }).click();
  };
  const [download] = await Promise.all([page.waitForEvent('download'), choose('CSV')]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toBe('run,tag,step,wall_time,value');
  expect(new Set(lines.slice(1).map((line) => line.split(',')[0]))).toEqual(
    new Set(['narrow/seed-1', 'narrow/seed-2', 'wide/seed-1', 'wide/seed-2']),
  );
  expect(
    lines.slice(1).every((line) => line.split(',')[1] === 'train/loss' && Number(line.split(',')[2]) <= 100),
  ).toBe(true);
  const notice = page
    .getByRole('status')
    .getByText('pip install pyarrow')
    .waitFor()
    .then(() => 'notice');
  const saved = page.waitForEvent('download').then(async (file) =>
    readFileSync(await file.path())
      .subarray(0, 4)
      .toString(),
  );
  saved.catch(() => undefined);
  await choose('Parquet');
  expect(['notice', 'PAR1']).toContain(await Promise.race([notice, saved]));
  stage.forgive(/400/);
});

it('says in the card what the server refused, once, and reads it after Try again', async () => {
  const page = await go('#/scalars?tags=train/loss');
  await plotOf(page, 'train/loss');
  let refuses = true;
  await page.route('**/kinds/scalar/series**', (route) =>
    refuses
      ? route.fulfill({ status: 503, json: { error: { message: 'The log is being opened.' } } })
      : route.continue(),
  );
  await page.getByLabel('Smoothing', { exact: true }).fill('0.3');
  const alert = page.locator('article[data-tag="train/loss"]').getByRole('alert');
  await expect.poll(() => alert.textContent()).toMatch(/could not be read.*The log is being opened/);
  await expect.poll(() => page.getByRole('alert').count()).toBe(1);
  refuses = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => alert.count()).toBe(0);
  await expect.poll(() => coloredPixels(page, 'train/loss')).toBeGreaterThan(300);
  stage.forgive(/503/);
});
