import { expect, it } from 'vitest';
import type { Line } from '../../../data/frames.ts';
import { jsonText } from '../../../data/files.ts';
import { pointLists, pointRows, type NamedLine } from './export.ts';

function named(name: string, values: number[]): NamedLine {
  const x = Float64Array.from(values, (_, i) => i);
  const line: Line = {
    run: 1,
    tag: 'a/b',
    steps: x,
    walls: x,
    x,
    values: Float64Array.from(values),
    smoothed: null,
    total: 9,
    nan: 0,
    inf: 0,
  };
  return { name, line };
}

it('has a row for each point', () => {
  expect([...pointRows([named('r', [0.5, NaN]), named('s', [2])])]).toEqual([
    ['r', 'a/b', 0, 0, 0.5, undefined],
    ['r', 'a/b', 1, 1, NaN, undefined],
    ['s', 'a/b', 0, 0, 2, undefined],
  ]);
});

it('writes JSON with NaN in words', () => {
  const [first] = JSON.parse(jsonText(pointLists([named('r', [1, NaN, -Infinity])]))) as {
    value: unknown[];
    total: number;
  }[];
  expect(first?.value).toEqual([1, 'NaN', '-Infinity']);
  expect(first?.total).toBe(9);
});
