import { afterEach, beforeEach, expect, it } from 'vitest';
import { Ahead } from './ahead.ts';

/** Stands in for the browser's own: 10 × 10 pixels, and no picture where the address says so. */
class Picture {
  src = '';
  decoding = '';
  readonly naturalWidth = 10;
  readonly naturalHeight = 10;
  decode(): Promise<void> {
    return this.src.includes('broken') ? Promise.reject(new Error('no picture')) : Promise.resolve();
  }
}

const real = globalThis.Image;
beforeEach(() => Object.assign(globalThis, { Image: Picture }));
afterEach(() => Object.assign(globalThis, { Image: real }));

it('gives up the longest unused once the budget is spent', async () => {
  const ahead = new Ahead(1000);
  await ahead.fetch('a');
  await ahead.fetch('b');
  await ahead.fetch('a');
  await ahead.fetch('c');
  expect([ahead.has('a'), ahead.has('b'), ahead.has('c')]).toEqual([false, false, true]);
  expect(ahead.n_bytes).toBe(400);
});

it('keeps what fits, the used ones longest', async () => {
  const ahead = new Ahead(1 << 20);
  for (const url of ['a', 'b', 'c', 'd']) await ahead.fetch(url);
  expect(ahead.n_bytes).toBe(1600);
  await ahead.fetch('a');
  expect(['a', 'b', 'c', 'd'].every((url) => ahead.has(url))).toBe(true);
});

it('does not keep what is no picture', async () => {
  const ahead = new Ahead();
  await expect(ahead.fetch('broken')).rejects.toThrow('no picture');
  expect([ahead.has('broken'), ahead.n_bytes]).toEqual([false, 0]);
});
