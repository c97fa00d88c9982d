// Meshes: drawn by one renderer, turned together, by step, wire and points, what is wrong, without WebGL, live, phone.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { coloredPixels, pressStep, settledBox, settledPixels, useStage, type Visit } from './stage.ts';

/** Three dimensions, drawn in software. */
const WITH_WEBGL = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--no-first-run',
];
const stage = useStage((logs) => logs.scene('meshes'), WITH_WEBGL);

async function go(hash: string, options: Parameters<typeof stage.go>[1] = {}): Promise<Visit> {
  await stage.go(`#/meshes?${hash}`, options);
  return stage.visited;
}
const card = ({ page }: Visit, tag: string): Locator => page.locator(`article[data-tag="${tag}"]`).first();
const picture = (one: Locator, n = 0): Promise<string> =>
  one
    .locator('canvas')
    .nth(n)
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
/** A panel's picture once every mesh of the card is here and nothing moves any more. */
async function still(one: Locator, n = 0): Promise<string> {
  await expect
    .poll(
      async () => (await one.locator('figcaption .size').count()) === (await one.locator('canvas').count()),
    )
    .toBe(true);
  let last = '';
  await expect
    .poll(
      async () => {
        const now = await picture(one, n);
        const isSame = now === last && now.length > 3000;
        last = now;
        return isSame;
      },
      { interval: 250 },
    )
    .toBe(true);
  return last;
}

it('draws meshes and clouds of every run, by their names', async () => {
  const board = await go('tags=ring|sphere');
  await expect
    .poll(() =>
      board.page
        .locator('article[data-tag]')
        .evaluateAll((cards) => cards.map((one) => one.getAttribute('data-tag'))),
    )
    .toEqual(['cloud/sphere', 'shape/ring']);
  await expect
    .poll(() => card(board, 'shape/ring').locator('figcaption').allTextContents())
    .toEqual([expect.stringContaining('1,152 vertices, 2,304 faces'), expect.stringContaining('runs/b')]);
  await expect.poll(() => coloredPixels(board.page, 'shape/ring')).toBeGreaterThan(2000);
  await expect.poll(() => coloredPixels(board.page, 'cloud/sphere')).toBeGreaterThan(300);
});

it('turns all meshes together, keeps the camera in the link, and resets it', async () => {
  const board = await go('tags=ring|plain');
  const [before, other] = [
    await still(card(board, 'shape/ring')),
    await still(card(board, 'shape/plain'), 1),
  ];
  const box = await settledBox(card(board, 'shape/ring').locator('canvas').first());
  await board.page.mouse.move(box.x + 60, box.y + 60);
  await board.page.mouse.down();
  await board.page.mouse.move(box.x + 120, box.y + 110, { steps: 4 });
  await board.page.mouse.up();
  await expect.poll(() => board.page.url()).toContain('o.meshes.pose=');
  await expect.poll(() => picture(card(board, 'shape/ring'))).not.toBe(before);
  await expect.poll(() => picture(card(board, 'shape/plain'), 1)).not.toBe(other);
  await board.page.getByRole('button', { name: 'Reset camera' }).click();
  await expect.poll(() => picture(card(board, 'shape/ring'))).toBe(before);
});

it('obeys keys, and turns one mesh alone when cameras are apart', async () => {
  const board = await go('tags=ring&o.meshes.sync=off');
  const ring = card(board, 'shape/ring');
  const [first, second] = [await still(ring), await still(ring, 1)];
  await ring.getByRole('group').first().focus();
  await pressStep(board.page, 'ArrowRight');
  await board.page.keyboard.press('+');
  await expect.poll(() => picture(ring)).not.toBe(first);
  await expect.poll(() => picture(ring, 1)).toBe(second);
  await board.page.keyboard.press('0');
  await expect.poll(() => picture(ring)).toBe(first);
});

it('shows wires, larger points, and the step of the ruler', async () => {
  const board = await go('tags=ring|sphere');
  const solid = await still(card(board, 'shape/ring'));
  await board.page.getByRole('switch', { name: 'Wireframe' }).click();
  await expect.poll(() => picture(card(board, 'shape/ring'))).not.toBe(solid);
  await board.page.getByRole('switch', { name: 'Wireframe' }).click();
  const points = await settledPixels(board.page, 'cloud/sphere');
  await board.page.getByLabel('Point size').fill('6');
  await expect.poll(() => coloredPixels(board.page, 'cloud/sphere')).toBeGreaterThan(points);
  await board.page.getByRole('slider', { name: 'Step', exact: true }).focus();
  await pressStep(board.page, 'ArrowLeft');
  await expect.poll(() => board.page.url()).toContain('step=100');
  await expect.poll(() => picture(card(board, 'shape/ring'))).not.toBe(solid);
});

it('goes through meshes that were logged together', async () => {
  const board = await go('tags=pair');
  const pair = card(board, 'cloud/pair');
  await expect.poll(() => pair.textContent()).toContain('mesh 1 of 2 logged together');
  await pair.getByRole('button', { name: 'Next mesh' }).click();
  await expect.poll(() => pair.textContent()).toContain('mesh 2 of 2');
});

it('names labeled points, and reads the point under the pointer', async () => {
  const board = await go('tags=hand&o.meshes.pose=0,0,1,0,0');
  const hand = card(board, 'pose/hand');
  await expect
    .poll(() => hand.locator('.names span').allTextContents())
    .toEqual(['wrist', 'thumb', 'index', 'little']);
  const space = await settledBox(hand.locator('.space'));
  const at = await hand.locator('.names span', { hasText: 'little' }).evaluate((name) => ({
    x: parseFloat(name.style.left),
    y: parseFloat(name.style.top),
  }));
  await board.page.mouse.move(space.x + at.x + 2, space.y + at.y - 2);
  // Its place is the logged one: the point before it is not finite and not drawn.
  await expect
    .poll(() => hand.locator('.tip').textContent())
    .toMatch(/little\s*index\s*4\s*x\s*1.*y\s*0\.6.*z\s*0.*color\s*255, 128, 0/);
  await board.page.mouse.move(space.x + 4, space.y + 4);
  await hand.locator('.tip').waitFor({ state: 'detached' });
  const toolbar = board.page.getByRole('toolbar', { name: 'Meshes' });
  await toolbar.getByRole('button', { name: /^Options/ }).click();
  await board.page.getByRole('switch', { name: 'Point labels' }).click();
  await expect.poll(() => hand.locator('.names').count()).toBe(0);
});

it('says what is wrong with a mesh and shows the rest', async () => {
  const board = await go('tags=odd|حلقة|xxx');
  await expect
    .poll(() => card(board, 'odd/nowhere').textContent())
    .toContain('64 of 192 faces point at no vertex and are left out');
  await expect
    .poll(() => card(board, 'odd/nan').textContent())
    .toContain('10 of 96 vertices are not finite and are left out');
  await expect.poll(() => card(board, 'odd/all_nan').textContent()).toContain('There is no point to show');
  await expect
    .poll(() => card(board, 'odd/many').textContent())
    .toContain('500,000 of 600,000 points are shown');
  await expect.poll(() => coloredPixels(board.page, 'odd/nowhere')).toBeGreaterThan(500);
  await card(board, 'شبكة/حلقة').scrollIntoViewIfNeeded();
  await expect
    .poll(() => card(board, 'شبكة/حلقة').locator('figcaption').textContent())
    .toContain('96 vertices');
  await expect
    .poll(async () => (await card(board, `long/${'x'.repeat(1995)}`).boundingBox())?.width)
    .toBeLessThan(1100);
});

it('draws far more cards than a browser has contexts for', async () => {
  const board = await go('');
  await expect.poll(() => board.page.locator('article[data-tag]').count()).toBeGreaterThan(8);
  for (const tag of ['shape/ring', 'shape/plain', 'odd/nan', 'cloud/sphere', 'shape/ring']) {
    await card(board, tag).scrollIntoViewIfNeeded();
    await expect.poll(() => coloredPixels(board.page, tag)).toBeGreaterThan(300);
  }
});

it('takes in a new mesh of a known run, and a new run, as they come', async () => {
  const board = await go('tags=ring');
  await expect.poll(() => card(board, 'shape/ring').locator('figcaption').count()).toBe(2);
  stage.logs.scene('meshes', 'runs/a', 'shape/late_ring');
  await expect.poll(() => card(board, 'shape/late_ring').locator('figcaption').count()).toBe(1);
  stage.logs.scene('meshes', 'late');
  await expect.poll(() => card(board, 'shape/ring').locator('figcaption').count()).toBe(3);
});

it('says so where there is no WebGL', async () => {
  const board = await go('tags=ring');
  await board.page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {
      apply: (target, self, args: unknown[]) =>
        String(args[0]).startsWith('webgl') ? null : (Reflect.apply(target, self, args) as unknown),
    });
  });
  await board.page.reload();
  await expect
    .poll(() => card(board, 'shape/ring').textContent())
    .toContain('WebGL is missing or turned off');
});

it.each(['light', 'dark'] as const)('has no serious finding, %s, and fits a phone', async (colorScheme) => {
  const board = await go('tags=plain|nowhere', {
    colorScheme,
    bypassCSP: true,
    viewport: { width: 390, height: 844 },
  });
  await expect.poll(() => card(board, 'odd/nowhere').textContent()).toContain('point at no vertex');
  await expect
    .poll(() => board.page.evaluate(() => document.querySelector('main .scroll')?.scrollWidth))
    .toBe(390);
  await expect.poll(() => serious(board.page)).toEqual([]);
});
