// Images before a person: all runs at one step, every step reachable, two compared, errors shown in place.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { pressStep, settledBox, useStage } from './stage.ts';

const stage = useStage((logs) =>
  logs.scene('images', 'grid').scene('images', 'forms').scene('images', 'bad'),
);
const { go } = stage;
const card = (page: Page, tag: string): Locator => page.locator(`article[data-tag="${tag}"]`).first();
/** Mean brightness of an image as the browser decoded it. */
const brightness = (picture: Locator): Promise<number> =>
  picture.evaluate(async (element) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(image, 0, 0, 1, 1);
    return Array.from(context?.getImageData(0, 0, 1, 1).data ?? [])
      .slice(0, 3)
      .reduce((sum, one) => sum + one, 0);
  });
const loaded = (pictures: Locator): Promise<number> =>
  pictures.evaluateAll(
    (all) =>
      all.filter((one) => (one as HTMLImageElement).complete && (one as HTMLImageElement).naturalWidth > 0)
        .length,
  );

it('shows all runs of a tag at the newest step, and names a step only where it differs', async () => {
  const page = await go('#/images?tags=^val');
  const samples = card(page, 'val/samples');
  await expect.poll(() => loaded(samples.locator('img'))).toBe(4);
  await expect
    .poll(() => samples.locator('figcaption').allTextContents())
    .toEqual(
      [' b2/lr-1e-4 ', ' baseline ', ' rope-2d ', ' s2/lr-3e-4 28,500'].map(
        (text) => expect.stringContaining(text.trim().split(' ')[0] ?? '') as string,
      ),
    );
  await expect.poll(() => samples.locator('figcaption .step').allTextContents()).toEqual(['28,500']);
  await expect.poll(() => samples.locator('.n').textContent()).toBe('4 runs × 1 image, 64 × 64, 31 steps');
});

it('reaches every logged step by ruler and keys, with the next one fetched ahead', async () => {
  const page = await go('#/images?tags=samples&only=baseline');
  const picture = card(page, 'val/samples').locator('img');
  await expect.poll(() => loaded(picture)).toBe(1);
  const requests: string[] = [];
  const ruler = page.getByRole('slider', { name: 'Step' });
  const isAhead = (): Promise<boolean> =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('index%22%3A14')),
    );
  await expect.poll(isAhead).toBe(true);
  page.on('request', (request) => requests.push(request.url()));
  await ruler.focus();
  await pressStep(page, 'ArrowLeft');
  await expect.poll(() => page.url()).toContain('step=28000');
  await expect.poll(() => picture.getAttribute('src')).toContain('%22index%22%3A14');
  expect(requests.filter((url) => url.includes('index%22%3A14'))).toEqual([]);
  for (let n = 0; n < 20; n += 1) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.url()).toContain('step=0');
  await page.getByRole('button', { name: 'Latest' }).click();
  await expect.poll(() => page.url()).not.toContain('step=');
});

it('steps by arrow keys anywhere on the page', async () => {
  const page = await go('#/images?tags=samples&only=baseline&step=10000');
  await expect.poll(() => loaded(card(page, 'val/samples').locator('img'))).toBe(1);
  await pressStep(page, 'ArrowRight');
  await expect.poll(() => page.url()).toContain('step=12000');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.url()).toContain('step=8000');
});

it('gives a card a step of its own, in the link', async () => {
  const page = await go('#/images?tags=^val&only=baseline');
  const samples = card(page, 'val/samples');
  await expect.poll(() => loaded(samples.locator('img'))).toBe(1);
  await samples.hover();
  await samples.getByRole('button', { name: 'Choose a step' }).click();
  await samples.getByRole('slider', { name: 'Step of val/samples' }).fill('3');
  await expect.poll(() => samples.locator('img').getAttribute('src')).toContain('index%22%3A3');
  await expect
    .poll(() => card(page, 'val/reconstruction').locator('img').getAttribute('src'))
    .toContain('index%22%3A15');
  await expect.poll(() => decodeURIComponent(page.url())).toContain('o.images.steps={"val/samples":6000}');
});

it('lays steps side by side', async () => {
  const page = await go('#/images?tags=samples&only=baseline&step=10000&o.images.columns=steps');
  const steps = card(page, 'val/samples').locator('figcaption .step');
  await expect.poll(async () => (await steps.allTextContents()).includes('10,000')).toBe(true);
  await expect.poll(() => steps.count()).toBeGreaterThan(4);
  await expect
    .poll(() => card(page, 'val/samples').locator('.n').textContent())
    .toMatch(new RegExp(`, ${String(await steps.count())} of 16 steps$`));
});

it('brightens and resets', async () => {
  const page = await go('#/images?tags=samples');
  const picture = card(page, 'val/samples').locator('img').first();
  await picture.waitFor();
  await page.getByRole('slider', { name: 'Brightness' }).fill('2');
  await expect
    .poll(() => picture.evaluate((one) => getComputedStyle(one).filter))
    .toBe('brightness(2) contrast(1)');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => picture.evaluate((one) => getComputedStyle(one).filter)).toBe('none');
});

it('shows every form as logged, and all pictures of a step', async () => {
  const page = await go('#/images?tags=form|batch');
  const forms = ['png', 'gray alpha', 'sixteen bit', 'apng', 'jpeg', 'gif', 'webp'];
  for (const form of forms) {
    const one = card(page, `form/${form}`);
    await one.scrollIntoViewIfNeeded();
    await expect.poll(() => loaded(one.locator('img')), { message: form }).toBe(1);
  }
  await expect.poll(() => brightness(card(page, 'form/sixteen bit').locator('img'))).toBeGreaterThan(200);
  const batch = card(page, 'batch');
  await batch.scrollIntoViewIfNeeded();
  await expect.poll(() => loaded(batch.locator('img'))).toBe(2);
  await page.getByRole('slider', { name: 'Step', exact: true }).focus();
  for (let n = 0; n < 3; n += 1) await pressStep(page, 'ArrowLeft');
  await expect.poll(() => loaded(batch.locator('img'))).toBe(3);
});

it('fits tall and wide pictures whole into places of their shape', async () => {
  const page = await go('#/images?tags=^shape');
  const heights_px: number[] = [];
  for (const tag of ['shape/tall', 'shape/wide']) {
    const picture = card(page, tag).locator('img');
    await expect.poll(() => loaded(picture)).toBe(1);
    const [image, place] = [await settledBox(picture), await settledBox(picture.locator('..'))];
    expect(image.height).toBeLessThanOrEqual(place.height + 1);
    expect(image.width).toBeLessThanOrEqual(place.width + 1);
    heights_px.push(place.height);
  }
  const [tall_px, wide_px] = heights_px as [number, number];
  expect(tall_px).toBeGreaterThan(4 * wide_px);
});

it('lays out all pictures of a step from the list alone', async () => {
  const page = await go('#/images?tags=^batch$');
  await page.route('**/image/problems*', (route) => route.fulfill({ json: { values: [], problems: [] } }));
  await page.reload();
  await expect.poll(() => card(page, 'batch').locator('figure').count()).toBe(2);
  await expect
    .poll(() => card(page, 'batch').locator('.n').textContent())
    .toMatch(/^1 run × 2 images, \d+ × \d+, /);
});

it('says in place what cannot be shown, and shows the rest', async () => {
  const page = await go('#/images?only=bad');
  const messages = {
    cut: 'The image is truncated.',
    'no picture': 'Unknown image format.',
    empty: 'The image is empty',
  };
  for (const [tag, sentence] of Object.entries(messages)) {
    await card(page, tag).scrollIntoViewIfNeeded();
    await expect.poll(() => card(page, tag).locator('.problem').textContent()).toContain(sentence);
  }
  const arabic = card(page, 'صور/العينة');
  await arabic.scrollIntoViewIfNeeded();
  await expect.poll(() => loaded(arabic.locator('img'))).toBe(1);
  const long = page.locator('article[data-tag^="long/xxx"]');
  await long.scrollIntoViewIfNeeded();
  await expect.poll(() => loaded(long.locator('img'))).toBe(1);
  expect((await long.boundingBox())?.width).toBeLessThan(1200);
  const bomb = card(page, 'bomb');
  await bomb.scrollIntoViewIfNeeded();
  await expect
    .poll(() => bomb.locator('.problem').textContent())
    .toContain('The image header claims 100,000 × 100,000 pixels');
  // The server refuses the bomb, which Chromium notes; it complains of nothing else.
  const refused = stage.visited.complaints.splice(0);
  expect(refused.every((text) => text.includes('404'))).toBe(true);
});

const PAIR = 'o.images.a=["baseline","val/samples",0,null]&o.images.b=["b2/lr-1e-4","val/samples",0,null]';
const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Compare' });
/** How many different colors a canvas shows at some places of it. */
const colors = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element) => {
    const drawn = element as HTMLCanvasElement;
    const context = new OffscreenCanvas(16, 16).getContext('2d');
    context?.drawImage(drawn, 0, 0, 16, 16);
    const data = context?.getImageData(0, 0, 16, 16).data ?? new Uint8ClampedArray();
    return new Set(Array.from({ length: 256 }, (_, i) => data.slice(4 * i, 4 * i + 4).join())).size;
  });

it('compares two runs: chosen by click, by swipe, difference and blink, with numbers and pixels', async () => {
  const page = await go('#/images?tags=samples&step=10000');
  const samples = card(page, 'val/samples');
  await samples.getByRole('button', { name: /^Compare baseline/ }).click();
  await panel(page).getByText('Choose a second image').waitFor();
  await samples.getByRole('button', { name: /^Compare b2/ }).click();
  await panel(page).getByText('PSNR of B to A').waitFor();
  await expect.poll(() => samples.locator('.mark').allTextContents()).toEqual(['B', 'A']);
  const canvas = panel(page).locator('canvas').first();
  await expect.poll(() => colors(canvas)).toBeGreaterThan(20);
  await canvas.hover({ position: { x: 100, y: 100 } });
  await expect
    .poll(() => page.getByRole('table', { name: 'Pixel under the pointer' }).textContent())
    .toMatch(/Pixel 16, 16.*A\d+/);
  const split = panel(page).getByRole('slider', { name: 'Split between A and B' });
  await split.focus();
  await pressStep(page, 'ArrowRight');
  await expect.poll(() => split.getAttribute('aria-valuenow')).toBe('52');
  await canvas.focus();
  await page.keyboard.press('d');
  await panel(page)
    .getByText(/B − A × \d+/)
    .waitFor();
  await page.keyboard.press('b');
  await panel(page).locator('.lb', { hasText: 'B b2' }).waitFor();
  await panel(page).locator('.lb', { hasText: 'A baseline' }).waitFor();
  await panel(page).getByRole('radio', { name: 'Side' }).click();
  await expect.poll(() => panel(page).locator('canvas').count()).toBe(2);
  await expect.poll(() => decodeURIComponent(page.url())).toContain('o.images.compare=side');
});

it('compares two steps of one run', async () => {
  const page = await go('#/images?tags=samples&only=baseline&step=10000&o.images.columns=steps');
  const samples = card(page, 'val/samples');
  await samples.getByRole('button', { name: 'Compare baseline, step 8,000' }).click();
  await samples.getByRole('button', { name: 'Compare baseline, step 12,000' }).click();
  await panel(page).getByText('PSNR of B to A').waitFor();
  await panel(page).getByRole('slider', { name: 'Step of B' }).fill('0');
  await expect
    .poll(() => decodeURIComponent(page.url()))
    .toContain('o.images.b=["baseline","val/samples",0,0]');
});

it('zooms and pans all pictures of a tag together, and reads the pixel in each', async () => {
  const page = await go('#/images?card=val/samples&step=10000');
  const canvases = page.locator('.exp canvas');
  await expect.poll(() => canvases.count()).toBe(4);
  await expect.poll(() => colors(canvases.nth(3))).toBeGreaterThan(20);
  await canvases.first().hover();
  await expect.poll(() => page.locator('.exp figcaption .value').count()).toBe(4);
  const before = await colors(canvases.nth(3));
  for (let n = 0; n < 8; n += 1) await page.mouse.wheel(0, -400);
  await expect.poll(() => colors(canvases.nth(3))).toBeLessThan(before);
  await page.getByRole('button', { name: 'Next tag' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).not.toContain('card=');
});

it('reads 16-bit values and gray beside its alpha as they were logged', async () => {
  const page = await go('#/images?card=form/sixteen bit');
  await page.locator('.exp canvas').first().hover();
  const value = page.locator('.exp figcaption .value');
  await expect.poll(() => value.textContent()).toMatch(/ of 65535$/);
  const [x = 0, y = 0, gray] = ((await value.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? [];
  expect(gray).toBe(Math.trunc((65535 * (48 * y + x)) / (48 * 48 - 1)));
  await page.goto(page.url().replace('sixteen%20bit', 'gray%20alpha').replace('sixteen+bit', 'gray+alpha'));
  await page.locator('.exp canvas').first().hover();
  await expect.poll(() => value.textContent()).toMatch(/^\d+, \d+: (\d+) α \1$/);
});

it('follows a run that is being written', async () => {
  const page = await go('#/images?tags=live');
  await page.getByText('The tag filter hides all').waitFor();
  stage.logs.scene('images', 'live', 1);
  const picture = card(page, 'live/picture').locator('img');
  await expect.poll(() => picture.getAttribute('src')).toContain('index%22%3A0');
  stage.logs.scene('images', 'live', 3);
  await expect.poll(() => card(page, 'live/picture').locator('.n').textContent()).toContain('3 steps');
});

it('asks for no picture of a step that holds none', async () => {
  const page = await go('#/images?tags=^zero$');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('image/item?')) requests.push(request.url());
  });
  await page.reload();
  await card(page, 'zero').getByText('No images at this step.').waitFor();
  await page.waitForLoadState('networkidle');
  expect(requests).toEqual([]);
});

it('fits a phone and has nothing for axe to find', async () => {
  const page = await go(`#/images?tags=val&step=10000`, {
    viewport: { width: 390, height: 844 },
    bypassCSP: true,
  });
  await expect.poll(() => loaded(page.locator('main img'))).toBeGreaterThan(3);
  await expect.poll(() => page.locator('main').evaluate((main) => main.scrollWidth)).toBeLessThanOrEqual(390);
  await expect.poll(() => serious(page)).toEqual([]);
});

it.each(['light', 'dark'] as const)('is accessible with a comparison, %s', async (colorScheme) => {
  const page = await go(`#/images?tags=val&step=10000&o.images.compare=swipe&${PAIR}`, {
    colorScheme,
    bypassCSP: true,
  });
  await panel(page).getByText('PSNR of B to A').waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
});
