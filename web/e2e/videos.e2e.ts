// Videos before a person: GIF, MP4 and WebM play, stop, go frame by frame and at another speed, all runs together.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pressStep, useStage } from './stage.ts';

const FORMS = { webm: 'video/webm;codecs=vp8', mp4: 'video/mp4;codecs=vp9' } as const;
/** Twenty frames of a moving bar, recorded by the browser itself. */
async function recorded(page: Page, type: string): Promise<Buffer> {
  const text = await page.evaluate(async (mimeType) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [96, 64];
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType });
    const parts: Blob[] = [];
    recorder.ondataavailable = (event) => parts.push(event.data);
    recorder.start();
    for (let i = 0; i < 20; i += 1) {
      context.fillStyle = `hsl(${String(i * 18)} 80% 50%)`;
      context.fillRect(0, 0, 96, 64);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await new Promise((resolve) => (recorder.onstop = resolve));
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
      .map((byte) => String.fromCharCode(byte))
      .join('');
  }, type);
  return Buffer.from(text, 'latin1');
}

const { go } = useStage(async (logs, browser) => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-videos-'));
  const page = await browser.newPage();
  for (const [name, type] of Object.entries(FORMS))
    writeFileSync(join(folder, `${name}.bin`), await recorded(page, type));
  await page.close();
  logs.scene('images', 'videos', ...Object.keys(FORMS).map((name) => join(folder, `${name}.bin`)));
  rmSync(folder, { recursive: true });
});
const card = (page: Page, tag: string): Locator => page.locator(`article[data-tag="${tag}"]`).first();
const positions = (video: Locator): Promise<string[]> => video.locator('.position').allTextContents();

it('takes a GIF apart: plays, stops, goes by frames in all runs together', async () => {
  const page = await go('#/images?tags=gif');
  const gif = card(page, 'video/gif');
  await expect.poll(async () => (await positions(gif))[0]).toMatch(/frame [2-6] of 6/);
  await gif.getByRole('button', { name: 'Frame forward' }).click();
  await gif.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await pressStep(page, 'ArrowLeft');
  await expect.poll(() => page.url()).toContain('step=0');
  await expect.poll(async () => (await positions(gif))[0]).toMatch(/frame [1-6] of 6/);
  const first = Number((await positions(gif))[0]?.split(' ')[1]);
  await expect.poll(() => positions(gif)).toEqual(Array<string>(2).fill(`frame ${String(first)} of 6`));
  const before = `frame ${String(first === 1 ? 6 : first - 1)} of 6`;
  await gif.getByRole('button', { name: 'Frame back' }).click();
  await expect.poll(() => positions(gif)).toEqual([before, before]);
  const brightest = await gif
    .locator('canvas')
    .first()
    .evaluate((element) => {
      const { width, height } = element as HTMLCanvasElement;
      const drawn = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data;
      return Math.max(...(drawn ?? []).filter((_, i) => i % 4 !== 3));
    });
  expect(brightest).toBeGreaterThan(200);
});

it.each(Object.keys(FORMS))('plays a %s video, at another speed and by frames', async (name) => {
  const page = await go(`#/images?tags=${name}`);
  const shown = card(page, `video/${name}`);
  const video = shown.locator('video').first();
  await expect
    .poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0);
  await shown.getByRole('radio', { name: '½ ×' }).click();
  await expect.poll(() => video.evaluate((element) => (element as HTMLVideoElement).playbackRate)).toBe(0.5);
  await shown.getByRole('button', { name: 'Pause' }).click();
  const times = (): Promise<number[]> =>
    shown
      .locator('video')
      .evaluateAll((all) => all.map((one) => Math.round(100 * (one as HTMLVideoElement).currentTime)));
  await expect.poll(async () => new Set(await times()).size).toBe(1);
  const [paused] = await times();
  await shown.getByRole('button', { name: 'Frame forward' }).click();
  await expect.poll(async () => (await times())[0]).not.toBe(paused);
  await expect.poll(async () => new Set(await times()).size).toBe(1);
  await expect.poll(() => video.evaluate((element) => (element as HTMLVideoElement).paused)).toBe(true);
});

it('says that a video cannot be decoded', async () => {
  const page = await go('#/images?tags=broken');
  await expect
    .poll(() => card(page, 'video/broken').locator('.problem').first().textContent())
    .toMatch(/The browser cannot (decode|play) this video/);
});
