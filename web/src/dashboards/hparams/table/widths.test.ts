import { expect, it } from 'vitest';
import { mayOverflow, BESIDE_NAME_PX, nameWidth } from './widths.ts';

const LONG = 'opt=adamw,lr=0.003,hidden=64/seed=1';

it('gives long names the room that the columns leave', () => {
  const width_px = nameWidth([LONG, 'b'], 1000, 500);
  expect(mayOverflow(LONG, width_px - BESIDE_NAME_PX)).toBe(false);
  expect(nameWidth([LONG], 1000, 720)).toBe(280);
});

it('keeps some room for names beside many columns, and little for short ones', () => {
  expect(nameWidth([LONG], 1000, 5000)).toBe(200);
  expect(nameWidth([LONG], 390, 5000)).toBe(140);
  expect(nameWidth(['a'], 1000, 100)).toBe(200);
});
