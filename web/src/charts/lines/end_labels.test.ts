import { expect, it } from 'vitest';
import { labelRoom } from './end_labels.ts';

const measure_px = (text: string): number => text.length * 6;

it('gives labels the room that the longest name needs', () => {
  expect(labelRoom([{ label: 'a' }, { label: 'lr=0.02,hidden=64' }], 900, measure_px)).toBe(120);
});

it('leaves two thirds of the width to the plot', () => {
  expect(labelRoom([{ label: 'x'.repeat(300) }], 600, measure_px)).toBe(208);
});
