// Curves: planes, overlay, threshold, step, zoom, what is wrong with a curve, live growth, phone.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { coloredPixels, pressStep, settledBox, useStage, type Visit } from './stage.ts';

const stage = useStage((logs) => logs.scene('curves'));

async function go(hash: string, options: Parameters<typeof stage.go>[1] = {}): Promise<Visit> {
  await stage.go(`#/curves?${hash}`, options);
  return stage.visited;
}
const card = ({ page }: Visit, tag: string): Locator => page.locator(`article[data-tag="${tag}"]`).first();
const cells = (one: Locator): Promise<string[][]> =>
  one
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.trim())));

it('draws a line for each run, best area first, with the four counts at the threshold', async () => {
  const board = await go('tags=val');
  const cat = card(board, 'val/cat');
  await expect
    .poll(async () => (await cells(cat)).map((row) => row[0]))
    .toEqual(['vit-b16/lr-3e-4', 'resnet-50/lr-1e-4', 'resnet-50/lr-1e-3']);
  const rows = await cells(cat);
  const areas = rows.map((row) => Number(row[1]));
  expect(areas.every((area) => area > 0.5 && area <= 1)).toBe(true);
  expect(rows.map((row) => row.slice(4).reduce((sum, one) => sum + Number(one.replace(',', '')), 0))).toEqual(
    [4000, 4000, 4000],
  );
  await expect.poll(() => coloredPixels(board.page, 'val/cat')).toBeGreaterThan(500);
  await expect.poll(() => cat.locator('.n').textContent()).toBe('step 1,500');
});

it('moves the threshold by its slider, in every card and in the link', async () => {
  const board = await go('tags=val');
  const before = await expect
    .poll(() => cells(card(board, 'val/dog')))
    .not.toEqual([])
    .then(() => cells(card(board, 'val/dog')));
  await board.page.getByLabel('Threshold').fill('0.9');
  await expect.poll(() => board.page.url()).toContain('o.curves.threshold=0.9');
  const cell = async (column: number): Promise<string | undefined> =>
    (await cells(card(board, 'val/dog')))[0]?.[column];
  await expect.poll(async () => Number(await cell(2))).toBeGreaterThan(Number(before[0]?.[2]));
  await expect.poll(() => cell(1)).toBe(before[0]?.[1]);
});

it('follows the ruler to an earlier step', async () => {
  const board = await go('tags=val/cat&step=0');
  await expect.poll(() => card(board, 'val/cat').locator('.n').textContent()).toBe('step 0');
  await board.page.getByRole('slider', { name: 'Step' }).focus();
  await pressStep(board.page, 'ArrowRight');
  await expect.poll(() => card(board, 'val/cat').locator('.n').textContent()).toBe('step 500');
});

it('shows ROC from the same counts and from exact curves', async () => {
  const board = await go('tags=val/cat|test');
  await expect.poll(() => cells(card(board, 'val/cat'))).toHaveLength(3);
  await board.page.getByRole('radio', { name: 'ROC' }).click();
  await expect.poll(() => board.page.url()).toContain('o.curves.plane=roc');
  await expect.poll(() => card(board, 'val/cat').locator('thead').textContent()).toContain('FPR');
  await expect.poll(() => cells(card(board, 'test/exact'))).toHaveLength(3);
  expect(Number((await cells(card(board, 'test/exact')))[0]?.[1])).toBeGreaterThan(0.6);
});

it('lays the classes of a prefix over each other', async () => {
  const board = await go('tags=val&o.curves.overlay=classes&only=vit-b16/lr-3e-4');
  const all = card(board, 'val/{cat, dog, eel}');
  await expect.poll(async () => (await cells(all)).map((row) => row[0])).toEqual(['cat', 'dog', 'eel']);
});

it('reads the point under the pointer, marks its threshold everywhere and keeps a pressed one', async () => {
  const board = await go('tags=val');
  await expect.poll(() => coloredPixels(board.page, 'val/cat')).toBeGreaterThan(500);
  const box = await settledBox(card(board, 'val/cat').locator('canvas'));
  await board.page.mouse.move(box.x + box.width * 0.5, box.y + 40, { steps: 3 });
  const tip = board.page.locator('.tip');
  await expect.poll(() => tip.textContent()).toMatch(/threshold 0\.\d+.*step 1,500/s);
  await board.page.mouse.down();
  await board.page.mouse.up();
  await expect.poll(() => board.page.url()).toMatch(/o\.curves\.threshold=0\.\d+/);
});

it('zooms by drag and resets by double click', async () => {
  const board = await go('tags=val/cat');
  await expect.poll(() => coloredPixels(board.page, 'val/cat')).toBeGreaterThan(300);
  const box = await settledBox(card(board, 'val/cat').locator('canvas'));
  await board.page.mouse.move(box.x + 200, box.y + 60);
  await board.page.mouse.down();
  await board.page.mouse.move(box.x + 320, box.y + 120, { steps: 4 });
  await board.page.mouse.up();
  await expect.poll(() => board.page.url()).toContain('o.curves.zoom=');
  await board.page.mouse.dblclick(box.x + 200, box.y + 60);
  await expect.poll(() => board.page.url()).not.toContain('o.curves.zoom=');
});

it('says what is wrong with a curve and shows the rest', async () => {
  const board = await go('tags=odd|قطة|xxx');
  await expect
    .poll(() => card(board, 'odd/single').textContent())
    .toContain('one threshold: a point without an area');
  await expect
    .poll(() => card(board, 'odd/negative').textContent())
    .toContain('2 of 3 thresholds have a count that is negative or no number');
  await expect.poll(() => card(board, 'odd/flat').textContent()).toContain('expected 6 rows');
  await card(board, 'تحقق/قطة').scrollIntoViewIfNeeded();
  await expect.poll(() => cells(card(board, 'تحقق/قطة'))).toHaveLength(1);
  const long = card(board, `long/${'x'.repeat(1995)}`);
  await long.scrollIntoViewIfNeeded();
  await expect.poll(() => cells(long)).toHaveLength(1);
  expect((await long.boundingBox())?.width).toBeLessThan(1100);
});

it('expands, closes, and says which tags the filter hides', async () => {
  const board = await go('card=val/cat');
  await expect.poll(() => cells(card(board, 'val/cat'))).toHaveLength(3);
  await board.page.getByRole('button', { name: 'Close' }).click();
  await board.page.getByLabel('Filter tags', { exact: true }).fill('zzz');
  await board.page.getByText(/The tag filter hides all \d+ tags/).waitFor();
});

it('shows a new run as it comes', async () => {
  const board = await go('tags=val/cat');
  await expect.poll(() => cells(card(board, 'val/cat'))).toHaveLength(3);
  stage.logs.scene('curves', 'late');
  await expect.poll(async () => (await cells(card(board, 'val/cat')))[0]?.[0]).toContain('late');
  await expect.poll(() => card(board, 'val/cat').locator('.n').textContent()).toBe('steps 1,500–2,000');
});

it.each(['light', 'dark'] as const)('has no serious finding, %s, and fits a phone', async (colorScheme) => {
  const board = await go('tags=val/|odd/single', {
    colorScheme,
    bypassCSP: true,
    viewport: { width: 390, height: 844 },
  });
  await card(board, 'odd/single').scrollIntoViewIfNeeded();
  await expect.poll(() => cells(card(board, 'odd/single'))).toHaveLength(1);
  await expect
    .poll(() => board.page.evaluate(() => document.querySelector('main .scroll')?.scrollWidth))
    .toBe(390);
  await expect.poll(() => serious(board.page)).toEqual([]);
});
