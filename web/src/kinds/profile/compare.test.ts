import { expect, it } from 'vitest';
import {
  comparedFigures,
  comparisonMarkdown,
  passages,
  relative,
  signed,
  type ChangedRow,
  type ComparedSide,
  type Comparison,
} from './compare.ts';

function side(
  mean_ns: number,
  split_ns: Record<string, number>,
  more: Partial<ComparedSide> = {},
): ComparedSide {
  return {
    steps: { count: 4, partial: 0, is_marked: true, mean_ns, deviation_ns: 0 },
    split_ns,
    utilization: null,
    peak_memory_bytes: null,
    kernels_per_step: 0,
    has_device: false,
    ...more,
  };
}

const both: Comparison = {
  a: side(100e6, { kernel: 60e6, data_loading: 30e6, cpu: 10e6 }, { utilization: 0.6 }),
  b: side(80e6, { kernel: 62e6, data_loading: 6e6, cpu: 12e6 }, { utilization: 0.78 }),
  environment: [],
};

it('leads from one mean step to the other, gains first', () => {
  const found = passages(both);
  expect(found.map(({ label }) => label)).toEqual(['Data loading', 'Kernel', 'CPU']);
  expect(found[0]).toMatchObject({ from_ns: 100e6, to_ns: 76e6 });
  expect(found.at(-1)?.to_ns).toBe(80e6);
});

it('shows changes that are too small to see as one', () => {
  const found = passages({
    a: side(100e6, { kernel: 90e6, cpu: 9e6, other: 1e6 }),
    b: side(109.8e6, { kernel: 100e6, cpu: 8.9e6, other: 0.9e6 }),
    environment: [],
  });
  expect(found.map(({ label }) => label)).toEqual(['Rest', 'Kernel']);
  expect(found.at(-1)?.to_ns).toBeCloseTo(109.8e6);
});

it('has only the figures that both sides know, with the change', () => {
  const figures = comparedFigures(both);
  expect(figures.map(({ label, change, isBetter }) => [label, change, isBetter])).toEqual([
    ['step time', '−20 %', true],
    ['device busy', '+18 points', true],
    ['data loading', '−80 %', true],
  ]);
  expect(figures[0]).toMatchObject({ value: '80.00', unit: 'ms from 100.0' });
});

it('says changes with a sign, and what is new or gone', () => {
  expect(relative(0, 5)).toBe('new');
  expect(relative(5, 0)).toBe('gone');
  expect(relative(0, 0)).toBe('±0');
  expect(relative(100, 105)).toBe('+5.0 %');
  expect(relative(3, 100)).toBe('+3,233 %');
  expect(relative(100_000, 100_001)).toBe('±0 %');
  expect(signed(-0.001, '-0.00')).toBe('±0');
});

it('writes steps and rows as Markdown', () => {
  const row: ChangedRow = {
    name: 'k<a|b>',
    shortName: 'k<a|b>',
    state: 'slower',
    a_ns: 1e6,
    b_ns: 3e6,
    difference_ns: 2e6,
    calls_a: 1,
    calls_b: 2,
    share_a: 0.01,
    share_b: 0.03,
  };
  const text = comparisonMarkdown(both, { a: 'before', b: 'after' }, 'Kernels', [row]);
  expect(text).toContain('A: before');
  expect(text).toContain('| Data loading | 30.00 | 6.00 | −24.00 | −80 % |');
  expect(text).toContain('| **Step** | 100.00 | 80.00 | −20.00 | −20 % |');
  expect(text).toContain('| `k<a\\|b>` | 1.00 | 3.00 | +2.00 | +200 % |');
});
