import { expect, it } from 'vitest';
import type { Line } from '../../../data/frames.ts';
import { tipTable } from './rows.ts';

function line(run: number, values: number[]): Line {
  const x = Float64Array.from(values, (_, i) => i * 10);
  const column = Float64Array.from(values);
  return {
    run,
    tag: 't',
    steps: x,
    walls: x.map((one) => 1000 + one),
    x,
    values: column,
    smoothed: null,
    total: values.length,
    nan: 0,
    inf: 0,
  };
}

it('sorts by value and marks the nearest', () => {
  const table = tipTable([line(1, [5, 4, 3]), line(2, [1, 2, 1])], {
    x: 19,
    nearest: { run: 1, tag: 't' },
    baseline: null,
  });
  expect(table?.rows.map((row) => [row.run, row.value, row.nearest])).toEqual([
    [2, 1, false],
    [1, 3, true],
  ]);
  expect(table?.step).toBe(20);
  expect(table?.elapsed_s).toBe(20);
});

it('gives differences to the mean of lines of another chart, as far as they reach', () => {
  const reference = { versus: 'best', lines: [line(8, [1, 2]), line(9, [3, NaN])] } as const;
  const at = (x: number) => tipTable([line(1, [5, 5, 5])], { x, nearest: null, baseline: null, reference });
  expect([at(0)?.versus, at(0)?.rows[0]?.delta]).toEqual(['best', 3]);
  expect(at(10)?.rows[0]?.delta).toBe(3);
  expect(at(20.1)?.rows[0]?.delta).toBeNull();
});

it('gives differences to the baseline', () => {
  const table = tipTable([line(1, [5]), line(2, [2])], { x: 0, nearest: null, baseline: 2 });
  expect(table?.rows.find((row) => row.run === 1)?.delta).toBe(3);
  expect(table?.rows.find((row) => row.run === 1)?.share).toBe(1.5);
  expect(table?.rows.find((row) => row.run === 2)?.delta).toBeNull();
});

it('counts lines that ended, and puts NaN last', () => {
  const table = tipTable([line(1, [5, 4]), line(2, [1, 2, 1, 7, 8]), line(3, [1, 1, 1, NaN, 2])], {
    x: 30,
    nearest: null,
    baseline: null,
  });
  expect(table?.nEnded).toBe(1);
  expect(table?.rows.map((row) => row.run)).toEqual([2, 3]);
});

it('is never longer than a dozen rows and keeps the nearest among them', () => {
  const lines = Array.from({ length: 100 }, (_, i) => line(i, [i]));
  const table = tipTable(lines, { x: 0, nearest: { run: 77, tag: 't' }, baseline: null });
  expect(table?.rows).toHaveLength(12);
  expect(table?.nMore).toBe(88);
  expect(table?.rows.some((row) => row.nearest)).toBe(true);
});

it('is nothing without lines', () => {
  expect(tipTable([], { x: 0, nearest: null, baseline: null })).toBeNull();
});

it('sorts by name, or by how near the pointer is', () => {
  const lines = [line(10, [5]), line(9, [1]), line(2, [8])];
  const runs = (order: 'name' | 'nearest'): number[] | undefined =>
    tipTable(lines, {
      x: 0,
      nearest: null,
      baseline: null,
      order,
      name: (one) => `run ${String(one.run)}`,
      distance: (_line, value) => Math.abs(value - 6),
    })?.rows.map((row) => row.run);
  expect(runs('name')).toEqual([2, 9, 10]);
  expect(runs('nearest')).toEqual([10, 2, 9]);
});
