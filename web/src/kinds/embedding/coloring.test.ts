import { expect, it } from 'vitest';
import { colorPoints, opaque, paletteWords, radiiOf, type CloudTheme } from './coloring.ts';
import { categorical, textAt, type Column } from './columns.ts';
import { usualColor, usualLabel, type ColumnSummary } from './embeddings.ts';

const amounts = (numbers: readonly number[]): Column => ({
  name: 'loss',
  type: 'continuous',
  numbers: Float64Array.from(numbers),
});

const theme: CloudTheme = {
  runs: ['#2460fa', '#a84c00'],
  scale: ['#000000', '#ffffff'],
  surface: '#ffffff',
  ink: '#000000',
  gray: '#888888',
};

it('gives the most frequent classes colors of their own and the rest gray', () => {
  const column = categorical('class', Float64Array.of(1, 0, 0, 2, 3, 4, 5, 6), [...'abcdefg']);
  const { shades, classes, nOthers, palette } = colorPoints(8, column, theme);
  expect(classes[0]).toEqual({ name: 'a', count: 2, shade: 0 });
  expect(classes).toHaveLength(6);
  expect(nOthers).toBe(1);
  expect(palette[shades[7] as number]).toBe('#888888');
  expect(new Set(palette).size).toBe(7);
});

it('gives classes the colors, and amounts the scale, that they have elsewhere', () => {
  const first = colorPoints(3, categorical('class', Float64Array.of(0, 1, 1), ['dog', 'cat']), theme);
  const second = colorPoints(2, categorical('class', Float64Array.of(0, 1), ['owl', 'dog']), theme, first);
  expect([...second.shades]).toEqual([2, 0]);
  expect(second.classes.map(({ name, shade }) => [name, shade])).toEqual([
    ['owl', 2],
    ['dog', 0],
  ]);
  const amount = colorPoints(2, amounts([0, 10]), theme);
  expect(colorPoints(1, amounts([10]), theme, amount).range).toEqual([0, 10]);
});

it('gives amounts a scale and points without one gray', () => {
  const { shades, palette, range } = colorPoints(3, amounts([0.5, NaN, 1.5]), theme);
  expect(range).toEqual([0.5, 1.5]);
  expect(palette[shades[0] as number]).toBe('rgb(0,0,0)');
  expect(palette[shades[1] as number]).toBe('#888888');
  expect(palette[shades[2] as number]).toBe('rgb(255,255,255)');
});

it('colors by the first column of classes and names by the first of texts', () => {
  const summary = (name: string, type: ColumnSummary['type'], distinct: number): ColumnSummary => ({
    ...{ name, type, distinct, is_number: false, missing: 0, low: null, high: null, values: [] },
  });
  const columns = [
    summary('split', 'categorical', 1),
    summary('class', 'categorical', 3),
    summary('word', 'text', 9),
  ];
  expect(usualColor(columns)).toBe('class');
  expect(usualLabel(columns)).toBe('word');
  expect([usualColor([]), usualLabel([])]).toEqual([null, null]);
});

it('reads the text of a point from any column', () => {
  expect(textAt(categorical('class', Float64Array.of(1, 0), ['a', 'b']), 0)).toBe('b');
  expect(textAt(amounts([0.5, NaN]), 0)).toBe('0.5');
  expect(textAt(amounts([0.5, NaN]), 1)).toBe('');
  expect(textAt({ name: 'word', type: 'text', texts: ['x'] }, 0)).toBe('x');
});

it('draws larger numbers larger, and none where a column has words', () => {
  const radii = radiiOf(amounts([0, 0.25, 1, NaN]), 2);
  expect(radii?.[0]).toBeLessThan(radii?.[1] ?? 0);
  expect(radii?.[1]).toBeLessThan(radii?.[2] ?? 0);
  expect(radiiOf(categorical('class', Float64Array.of(0), ['a']), 2)).toBeNull();
});

it('writes colors as words of pixels', () => {
  expect(opaque('#102030')).toBe(0xff302010);
  expect(paletteWords(['#102030'], '#ffffff')[0]).toBe(0xff302010);
  expect(paletteWords(['#102030'], '#ffffff')[254]).toBe(0xffffffff);
});
