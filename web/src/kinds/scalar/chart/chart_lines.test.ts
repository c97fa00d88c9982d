import { expect, it } from 'vitest';
import { chartLines, fromKey, lineKey, restartsOf, type Shown } from './chart_lines.ts';

const shown = (run: number, tag: string, values: number[], more: Partial<Shown> = {}): Shown => {
  const x = Float64Array.from(values, (_, i) => i);
  const line = {
    run,
    tag,
    steps: x,
    walls: x,
    x,
    values: Float64Array.from(values),
    smoothed: null,
    total: values.length,
    nan: 0,
    inf: 0,
  };
  return {
    line,
    label: `run ${String(run)}`,
    spare: { prefix: '', suffix: '' },
    color: '#000',
    dash: [6, 3],
    live: false,
    baseline: false,
    band: null,
    ...more,
  };
};
const PLAIN = { tags: ['a'], right: new Set<string>(), difference: 'off' as const, superseded: false };

it('names lines by run and tag, and back', () => {
  expect(fromKey(lineKey({ run: -3, tag: 'a b/c' }))).toEqual({ run: -3, tag: 'a b/c' });
});

it('dashes by run where there is one tag, by tag where there are several', () => {
  expect(chartLines([shown(1, 'a', [1])], PLAIN)[0]).toMatchObject({
    dash: [6, 3],
    label: 'run 1',
    right: false,
  });
  const both = chartLines([shown(1, 'a', [1]), shown(1, 'b', [1])], {
    ...PLAIN,
    tags: ['a', 'b'],
    right: new Set(['a', 'b']),
  });
  expect(both.map(({ dash, right, label }) => [dash, right, label])).toEqual([
    [[], false, 'run 1 · a'],
    [[6, 3], true, 'run 1 · b'],
  ]);
});

it('shows differences to the baseline of the same tag', () => {
  const lines = chartLines(
    [shown(1, 'a', [1, 2], { baseline: true }), shown(2, 'a', [3, 1]), shown(2, 'b', [9, 9])],
    { ...PLAIN, tags: ['a', 'b'], difference: 'delta' },
  );
  expect(lines.map(({ key, y }) => [key, [...y]])).toEqual([['2 a', [2, -1]]]);
});

it('keeps raw values behind smoothed ones', () => {
  const one = shown(1, 'a', [1, 2]);
  const [line] = chartLines([{ ...one, line: { ...one.line, smoothed: Float64Array.of(5, 6) } }], PLAIN);
  expect([[...(line?.y ?? [])], [...(line?.raw ?? [])]]).toEqual([
    [5, 6],
    [1, 2],
  ]);
});

it('chartLines dashes superseded points', () => {
  const one = shown(1, 'a', [5, 4, 3, 9, 8]);
  const steps = Float64Array.of(0, 1, 2, 1, 2);
  const line = { ...one.line, steps, x: steps };
  const lines = chartLines([{ ...one, dash: [], line }], { ...PLAIN, superseded: true });
  expect(lines.map(({ dash, x, y }) => [dash, [...x], [...y]])).toEqual([
    [[], [0, 1, 2], [5, 9, 8]],
    [
      [3, 3],
      [1, 2],
      [4, 3],
    ],
  ]);
  expect(restartsOf([line])).toEqual([1]);
});

it('leaves out what lies before the baseline: it has no difference, and is no NaN', () => {
  const base = shown(1, 'a', [9, 1, 2], { baseline: true });
  const late = { ...base, line: { ...base.line, x: base.line.x.map((x) => x + 1) } };
  const [line] = chartLines([late, shown(2, 'a', [5, 5, NaN, 5])], { ...PLAIN, difference: 'delta' });
  expect([...(line?.x ?? [])]).toEqual([1, 2, 3]);
  expect([...(line?.y ?? [])]).toEqual([-4, NaN, 3]);
});
