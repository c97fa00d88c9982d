// Audio before a person: seen, heard, compared at the same moment, downloaded; wrong headers are reported and the samples play.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { pressStep, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('audio'));
const { go } = stage;
const card = (page: Page, tag: string): Locator => page.locator(`article[data-tag="${tag}"]`).first();
/** How many pixels of a canvas are not empty. */
const inked = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element) => {
    const drawn = element as HTMLCanvasElement;
    const data = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height).data ?? [];
    let n = 0;
    for (let i = 3; i < data.length; i += 4) n += Number((data[i] ?? 0) > 0);
    return n;
  });
const moment = (clip: Locator): Promise<number> =>
  clip.evaluate((element) => (element as HTMLAudioElement).currentTime);

it('draws outline and spectrogram of each run, and says what the clip is', async () => {
  const page = await go('#/audio?tags=tone');
  const tone = card(page, 'speech/tone');
  await expect.poll(() => tone.locator('canvas').count()).toBe(4);
  for (let n = 0; n < 4; n += 1)
    await expect.poll(() => inked(tone.locator('canvas').nth(n))).toBeGreaterThan(500);
  await tone.getByText('WAV, 8,000 Hz, mono, 15.7 KiB').first().waitFor();
  await page.getByRole('radio', { name: 'Spectrogram' }).click();
  await expect.poll(() => tone.locator('canvas').count()).toBe(2);
  await expect.poll(() => page.url()).toContain('o.audio.view=spectrum');
});

it('plays, and goes on in another run at the same moment', async () => {
  const page = await go('#/audio?tags=tone');
  const tone = card(page, 'speech/tone');
  await page.getByRole('radio', { name: '½ ×' }).click();
  await tone.getByRole('button', { name: 'Play baseline', exact: true }).click();
  await expect.poll(() => moment(tone.locator('audio').first())).toBeGreaterThan(0.2);
  await tone.getByRole('button', { name: 'Play wide', exact: true }).click();
  await expect.poll(() => moment(tone.locator('audio').nth(1))).toBeGreaterThan(0.2);
  await tone.getByRole('button', { name: 'Play baseline', exact: true }).waitFor();
});

it('moves along the steps and offers the clip as a file', async () => {
  const page = await go('#/audio?tags=tone&only=wide');
  const link = card(page, 'speech/tone').getByRole('link', { name: 'Download wide' });
  await expect.poll(() => link.getAttribute('href')).toContain('index%22%3A4');
  await pressStep(page, 'ArrowLeft');
  await expect.poll(() => page.url()).toContain('step=30');
  await expect.poll(() => link.getAttribute('href')).toContain('index%22%3A3');
  await expect.poll(() => link.getAttribute('download')).toBe('speech_tone.wav');
});

it('shows labels and the description', async () => {
  const page = await go('#/audio?tags=labeled');
  const labeled = card(page, 'speech/labeled');
  await labeled.getByText('What speech/labeled is about').waitFor();
  await expect.poll(() => labeled.locator('.label').allTextContents()).toEqual(['first clip', 'ثاني']);
});

it('tells how a header lies and plays what is there', async () => {
  const page = await go('#/audio?tags=^bad');
  const long = card(page, 'bad/too long');
  await long.getByText('The header states 400,000,000 bytes of samples, there are 16,000.').waitFor();
  await expect.poll(() => inked(long.locator('canvas').first())).toBeGreaterThan(500);
  await long.getByRole('button', { name: 'Play odd', exact: true }).click();
  await expect.poll(() => moment(long.locator('audio'))).toBeGreaterThan(0.1);
  const slow = card(page, 'bad/no rate');
  await slow.getByText('The header states 0 samples per second.').waitFor();
  await slow.getByRole('button', { name: 'Play odd', exact: true }).click();
  await expect.poll(() => moment(slow.locator('audio'))).toBeGreaterThan(0.1);
  await card(page, 'bad/noise').getByText('Unknown audio format.').waitFor();
  await card(page, 'bad/none').getByText('No audio at this step.').waitFor();
});

it.each([
  ['light', 1440],
  ['dark', 390],
] as const)('is accessible, %s, %i wide', async (colorScheme, width) => {
  const page = await go('#/audio', { colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
  await page.locator('article canvas').first().waitFor();
  await expect
    .poll(() => page.locator('main').evaluate((main) => main.scrollWidth))
    .toBeLessThanOrEqual(width);
  await expect.poll(() => serious(page)).toEqual([]);
});
