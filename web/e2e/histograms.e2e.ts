// Histograms: three figures of one tensor, the bucket under the pointer, one step for all, zoom, modes, bad data, growth.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { pressStep, settledBox, useStage, type Box } from './stage.ts';

const WEIGHT = 'blocks.11/attn/qkv/weight';
const GRADIENT = 'blocks.11/mlp/fc1/gradient';
const stage = useStage((logs) => logs.scene('histograms'));
const go = (hash: string, options: Parameters<typeof stage.go>[1] = {}): Promise<Page> =>
  stage.go(`#/histograms${hash}`, options);
const panel = (page: Page, tag: string, name: string) =>
  page.locator(`article[data-tag="${tag}"] section[aria-label="${name}"]`);

async function plot(page: Page, tag: string, name: string): Promise<Box> {
  await page.locator(`article[data-tag="${tag}"]`).scrollIntoViewIfNeeded();
  await panel(page, tag, name).locator('canvas').first().waitFor();
  await panel(page, tag, name).locator('.n', { hasText: /\d/ }).waitFor();
  return settledBox(panel(page, tag, name).locator('[role=img]'));
}

it('reads bucket, range and count under the pointer, and marks the step in all three', async () => {
  const page = await go('?tags=blocks');
  const box = await plot(page, WEIGHT, 'ridge');
  await expect.poll(() => panel(page, WEIGHT, 'ridge').locator('.n').textContent()).toBe('30 of 30 steps');
  await page.mouse.move(box.x + box.width * 0.45, box.y + box.height - 40);
  const tip = panel(page, WEIGHT, 'ridge').locator('.tip');
  await tip.getByText('bucket').waitFor();
  await expect
    .poll(() => tip.textContent())
    .toMatch(/step [\d,]+.*bucket.*….*count\s*[\d,]+.*share.*mean ± std/s);
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(() => page.url()).toMatch(/step=\d+/);
  await expect
    .poll(() => page.getByRole('slider', { name: 'Step' }).getAttribute('aria-valuenow'))
    .toMatch(/^[1-9]\d+$/);
});

it('shows median ± 1σ of several runs, all bands of one, and counts NaN apart', async () => {
  const page = await go('?tags=fc1');
  await plot(page, GRADIENT, 'percentiles');
  await expect
    .poll(() => panel(page, GRADIENT, 'percentiles').locator('.n').textContent())
    .toBe('median ± 1σ, 3 runs');
  await page.getByText('4,120 NaN from step 42,000 in qk-norm-off').waitFor();
  await page.locator(`article[data-tag="${GRADIENT}"]`).getByRole('button', { name: 'qk-norm-off' }).click();
  await expect.poll(() => page.url()).toContain('o.histograms.run=qk-norm-off');
  await page.locator('[data-run="base"] .swatch').click({ modifiers: ['Alt'] });
  await expect
    .poll(() => panel(page, GRADIENT, 'percentiles').locator('.n').textContent())
    .toBe('30 of 30 steps');
});

it('opens without the code of line charts', async () => {
  const page = await go('?tags=blocks');
  await plot(page, WEIGHT, 'ridge');
  await page.locator('[data-run="base"]').waitFor();
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => /\/([A-Za-z_]+)-[^/]+\.js$/.exec(entry.name)?.[1]),
  );
  expect(scripts).toEqual(expect.arrayContaining(['shell', 'tools', 'runs', 'RunList', 'HistogramsPage']));
  expect(scripts).not.toContain('lines');
});

it('zooms into steps by dragging, asks for that window, and resets', async () => {
  const page = await go('?tags=qkv');
  const box = await plot(page, WEIGHT, 'heat map');
  const requested = page.waitForRequest(
    (request) =>
      decodeURIComponent(request.url()).includes('"steps":[') && request.url().includes('histogram/grid'),
  );
  await page.mouse.move(box.x + box.width * 0.3, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 110, { steps: 4 });
  await page.mouse.up();
  await requested;
  await expect.poll(() => page.url()).toContain('zoom=');
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await expect.poll(() => page.url()).not.toContain('zoom=');
});

it('turns to one figure a card, to log counts, common range, buckets as logged and other axes, all in the link', async () => {
  const page = await go('?tags=blocks');
  await plot(page, WEIGHT, 'ridge');
  await page.getByRole('radio', { name: 'Overlay' }).click();
  await expect.poll(() => page.locator(`article[data-tag="${WEIGHT}"]`).count()).toBe(3);
  await page.getByRole('radio', { name: 'Log', exact: true }).click();
  await page.getByRole('radio', { name: 'Relative' }).click();
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('radio', { name: 'Common' }).click();
  await page.getByRole('radio', { name: 'Original' }).click();
  await expect.poll(() => page.url()).toContain('histograms.logged=1');
  const link = decodeURIComponent(page.url());
  for (const part of [
    'histograms.show=overlay',
    'histograms.log=1',
    'histograms.common=1',
    'histograms.logged=1',
    'x=relative',
  ])
    expect(link).toContain(part);
  await page.getByRole('switch', { name: 'Mean and standard deviation' }).click();
  await page.getByText('3 changed').waitFor();
  await page.getByRole('radio', { name: 'Percentiles' }).click();
  await expect
    .poll(() => page.locator(`article[data-tag="${WEIGHT}"] .n`).textContent())
    .toBe('median ± 1σ, 3 of 3 runs');
});

it('draws the ridges of all runs in one figure, in their colors, and names the run under the pointer', async () => {
  const page = await go('?tags=qkv&o.histograms.show=ridge');
  const cards = page.locator(`article[data-tag="${WEIGHT}"]`);
  await expect.poll(() => cards.count()).toBe(3);
  await page.getByRole('radio', { name: 'Together' }).click();
  await expect.poll(() => cards.count()).toBe(1);
  await expect.poll(() => cards.locator('.n').textContent()).toMatch(/^\d+ of 30 steps, 3 of 3 runs$/);
  const figure = cards.getByRole('img', { name: `${WEIGHT}: ridge of 3 runs` });
  const box = await settledBox(figure);
  const named = new Set<string>();
  // The tooltip follows the pointer a frame later.
  const point = async (): Promise<number> => {
    for (const share of [0.2, 0.35, 0.5]) {
      await page.mouse.move(box.x + box.width * share, box.y + box.height - 30 - share * 40);
      named.add((await cards.locator('.tip .run').textContent())?.trim() ?? '');
    }
    return named.size;
  };
  await expect.poll(point).toBeGreaterThan(1);
  expect([...named].every((name) => ['base', 'wide', 'qk-norm-off'].includes(name))).toBe(true);
  await page.getByRole('radio', { name: 'All three' }).click();
  await expect
    .poll(() => panel(page, WEIGHT, 'ridge').locator('.n').textContent())
    .toMatch(/^\d+ of 30 steps, 3 runs$/);
});

it('keeps every control named and in its place at any width', async () => {
  for (const width of [1440, 1280, 800, 390]) {
    const page = await go('?tags=qkv', { viewport: { width, height: 844 } });
    const toolbar = page.getByRole('toolbar', { name: 'Histograms' });
    const reset = toolbar.getByRole('button', { name: 'Reset zoom' });
    const place = await settledBox(reset);
    await expect.poll(() => reset.isDisabled()).toBe(true);
    const options = toolbar.getByRole('button', { name: 'Options' });
    if (await options.isVisible()) await options.click();
    await toolbar.getByText('Buckets').waitFor();
    await toolbar.getByText('Depth').waitFor();
    await page.keyboard.press('Escape');
    const box = await plot(page, WEIGHT, 'heat map');
    await page.mouse.move(box.x + box.width * 0.3, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 110, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => reset.isEnabled()).toBe(true);
    await expect.poll(() => reset.boundingBox()).toEqual(place);
  }
});

it('shows what it can of bad histograms and says what is wrong', async () => {
  const page = await go('?tags=bad');
  await plot(page, 'bad/one bucket', 'ridge');
  await plot(page, 'bad/negative limits', 'ridge');
  await page
    .locator('article[data-tag="bad/no bucket"]')
    .getByText('no bucket has a value')
    .first()
    .waitFor();
  await page
    .locator('article[data-tag="bad/NaN limits"]')
    .getByText(/not finite numbers/)
    .first()
    .waitFor();
});

it('grows by push', async () => {
  const page = await go('?tags=qkv&only=base');
  await expect.poll(() => panel(page, WEIGHT, 'ridge').locator('.n').textContent()).toBe('30 of 30 steps');
  stage.logs.scene('histograms', 'grow');
  await expect.poll(() => panel(page, WEIGHT, 'ridge').locator('.n').textContent()).toBe('31 of 31 steps');
});

it('is usable on a phone and by keyboard, and axe finds nothing serious', async () => {
  const phone = await go('?tags=qkv', { viewport: { width: 390, height: 844 } });
  const box = await plot(phone, WEIGHT, 'ridge');
  expect(box.width).toBeGreaterThan(300);
  for (const scheme of ['light', 'dark'] as const) {
    const page = await go('?tags=qkv', { colorScheme: scheme, bypassCSP: true });
    await plot(page, WEIGHT, 'percentiles');
    const slider = page.getByRole('slider', { name: 'Step' });
    await slider.focus();
    await pressStep(page, 'ArrowLeft');
    await expect.poll(() => page.url()).toMatch(/step=\d+/);
    await expect.poll(() => serious(page)).toEqual([]);
  }
});
