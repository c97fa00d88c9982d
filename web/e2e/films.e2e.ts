// Films before a person: GIF, MP4 and WebM play, stop, go frame by frame and at another speed, all runs together.
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
  const folder = mkdtempSync(join(tmpdir(), 'sightline-films-'));
  const page = await browser.newPage();
  for (const [name, type] of Object.entries(FORMS))
    writeFileSync(join(folder, `${name}.film`), await recorded(page, type));
  await page.close();
  logs.scene('images', 'films', ...Object.keys(FORMS).map((name) => join(folder, `${name}.film`)));
  rmSync(folder, { recursive: true });
});
const card = (page: Page, tag: string): Locator => page.locator(`article[data-tag="${tag}"]`).first();
const told = (film: Locator): Promise<string[]> => film.locator('.position').allTextContents();

it('takes a GIF apart: plays, stops, goes by frames in all runs together', async () => {
  const page = await go('#/images?tags=gif');
  const gif = card(page, 'film/gif');
  await expect.poll(async () => (await told(gif))[0]).toMatch(/frame [2-6] of 6/);
  await gif.getByRole('button', { name: 'Frame forward' }).click();
  await gif.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await pressStep(page, 'ArrowLeft');
  await expect.poll(() => page.url()).toContain('step=0');
  await expect.poll(() => told(gif)).toEqual(['frame 1 of 6', 'frame 1 of 6']);
  await gif.getByRole('button', { name: 'Frame back' }).click();
  await expect.poll(() => told(gif)).toEqual(['frame 6 of 6', 'frame 6 of 6']);
  const colored = await gif
    .locator('canvas')
    .first()
    .evaluate((element) =>
      (element as HTMLCanvasElement).getContext('2d')?.getImageData(55, 20, 1, 1).data.slice(0, 3),
    );
  expect(Math.max(...(colored ?? []))).toBeGreaterThan(200);
});

it.each(Object.keys(FORMS))('plays a %s film, at another speed and by frames', async (name) => {
  const page = await go(`#/images?tags=${name}`);
  const film = card(page, `film/${name}`);
  const video = film.locator('video').first();
  await expect
    .poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0);
  await film.getByRole('radio', { name: '½ ×' }).click();
  await expect.poll(() => video.evaluate((element) => (element as HTMLVideoElement).playbackRate)).toBe(0.5);
  await film.getByRole('button', { name: 'Pause' }).click();
  await video.evaluate((element) => ((element as HTMLVideoElement).currentTime = 0.2));
  await film.getByRole('button', { name: 'Frame forward' }).click();
  await expect
    .poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0.2);
  expect(await video.evaluate((element) => (element as HTMLVideoElement).paused)).toBe(true);
});

it('says that a film cannot be decoded', async () => {
  const page = await go('#/images?tags=broken');
  await expect
    .poll(() => card(page, 'film/broken').locator('.problem').first().textContent())
    .toMatch(/The browser cannot (decode|play) this video/);
});
