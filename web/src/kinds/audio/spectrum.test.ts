import { expect, it } from 'vitest';
import { spectrogramOf, transform, WINDOW } from './spectrum.ts';

it('transforms as the definition says', () => {
  const input = [1, 2, 0, -1, 3, 0.5, -2, 1];
  const re = Float64Array.from(input);
  const im = new Float64Array(8);
  transform(re, im);
  for (let k = 0; k < 8; k += 1) {
    const sum = (part: (angle: number) => number): number =>
      input.reduce((total, value, i) => total + value * part((-2 * Math.PI * k * i) / 8), 0);
    expect(re[k]).toBeCloseTo(sum(Math.cos), 9);
    expect(im[k]).toBeCloseTo(sum(Math.sin), 9);
  }
});

it('finds a tone at its frequency', () => {
  const tone = Float32Array.from({ length: 8000 }, (_, i) => Math.sin((2 * Math.PI * 1000 * i) / 8000));
  for (const column of spectrogramOf(tone, 5))
    expect(column.indexOf(Math.max(...column))).toBe((1000 / 8000) * WINDOW);
});

it('is dark for silence', () => {
  expect(Math.max(...spectrogramOf(new Float32Array(1000), 3).flatMap((column) => [...column]))).toBe(0);
});
