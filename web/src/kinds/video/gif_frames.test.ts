import { expect, it } from 'vitest';
import { frameAt, gifDelays } from './gif_frames.ts';

/** A GIF of 1 × 1 pixels without color tables; delays in hundredths of a second. */
function gif(...delays: number[]): ArrayBuffer {
  const frames = delays.flatMap((delay) => [
    ...[0x21, 0xf9, 4, 0, delay & 255, delay >> 8, 0, 0],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0],
  ]);
  const bytes = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0, ...frames, 0x3b];
  return Uint8Array.from(bytes).buffer;
}

it('reads how long each frame stands, and slows down what players slow down', () => {
  expect(gifDelays(gif(25, 300, 0))).toEqual([0.25, 3, 0.1]);
});

it('stops at the end of a truncated file', () => {
  expect(gifDelays(gif(25, 25).slice(0, 40))).toEqual([0.25]);
  expect(gifDelays(new ArrayBuffer(3))).toEqual([]);
});

it('finds the frame at a position, round both ends', () => {
  const delays = [0.25, 0.5, 0.25];
  expect([0, 0.2, 0.3, 0.8, 1.1, -0.1].map((at_s) => frameAt(delays, at_s))).toEqual([0, 0, 1, 2, 0, 2]);
  expect(frameAt([], 3)).toBe(0);
});
