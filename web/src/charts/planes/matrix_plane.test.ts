import { expect, it } from 'vitest';
import { cut, inkOn, MatrixPlane, textSize, type MatrixLook } from './matrix_plane.ts';

const look = (names: string[]): MatrixLook => ({
  names,
  values: new Float64Array(names.length ** 2),
  most: 1,
  isDifference: false,
  text: String,
});

it('finds the cell under a place, and none beside the matrix', () => {
  const plane = new MatrixPlane(look(['cat', 'dog']), 300, 200);
  expect(plane.at(plane.left + 1, 3)).toEqual({ row: 0, column: 0 });
  expect(plane.at(plane.left + plane.cell.width + 1, 3 + plane.cell.height)).toEqual({ row: 1, column: 1 });
  expect(plane.at(2, 3)).toBeNull();
  expect(plane.at(plane.left + 1, 199)).toBeNull();
});

it('leaves room for cells beside long names and many classes', () => {
  const plane = new MatrixPlane(
    look(Array.from({ length: 100 }, (_, i) => `a very long name of a class ${String(i)}`)),
    300,
    300,
  );
  expect(plane.left).toBeLessThan(110);
  expect(plane.cell.width * 100).toBeGreaterThan(180);
  expect(plane.cell.height * 100).toBeGreaterThan(180);
});

it('writes counts smaller where cells are small, and none where nothing fits', () => {
  expect(textSize('812', { width: 30, height: 20 })).toBe(0);
  expect(textSize('812', { width: 19, height: 12 })).toBe(9);
  expect(textSize('812', { width: 15, height: 12 })).toBeNull();
  expect(textSize('8', { width: 30, height: 8 })).toBeNull();
});

it('cuts names and writes on light and dark', () => {
  expect([cut('cat', 60), cut('hippopotamus', 40)]).toEqual(['cat', 'hippo…']);
  expect([inkOn('rgb(240,244,218)'), inkOn('#1f2e70')]).toEqual(['#15181c', '#ffffff']);
});
