import { expect, it } from 'vitest';
import { ROLES } from './roles.ts';
import { barsOf, meanParts, type StepTime } from './steps.ts';

function step(number: number, kernel_ns: number, other_ns: number, isPartial = false): StepTime {
  const parts_ns = ROLES.map(({ key }) => (key === 'kernel' ? kernel_ns : key === 'other' ? other_ns : 0));
  return { step: number, start_ns: 0, end_ns: kernel_ns + other_ns, isPartial, parts_ns };
}

it('gives each step a bar while there is room, as long as its parts together', () => {
  const bars = barsOf([step(5, 30, 10), step(6, 50, 10, true)], 10);
  expect(bars.map((bar) => [bar.first, bar.last, bar.length_ns, bar.isPartial])).toEqual([
    [5, 5, 40, false],
    [6, 6, 60, true],
  ]);
});

it('averages neighbors where there are more steps than bars, and keeps one that is cut off apart', () => {
  const bars = barsOf([step(1, 10, 0), step(2, 30, 0), step(3, 50, 0), step(4, 5, 0, true)], 2);
  expect(bars.map((bar) => [bar.first, bar.last, bar.length_ns, bar.isPartial])).toEqual([
    [1, 2, 20, false],
    [3, 3, 50, false],
    [4, 4, 5, true],
  ]);
});

it('has no bars and no times without steps', () => {
  expect(barsOf([], 10)).toEqual([]);
  expect(meanParts([]).every((part) => part === 0)).toBe(true);
});
