import { expect, it } from 'vitest';
import type { Items } from '../../data/items.ts';
import {
  cardsPerRow,
  cellsByRun,
  cellsByStep,
  listedParts,
  currentStep,
  shapeOf,
  ratioOf,
  rowsAround,
  sizeOfFirst,
  stepsShown,
} from './cells.ts';

const column = (...values: number[]): Float64Array => Float64Array.from(values);

function items(run: number, steps: number[]): Items {
  const logged = column(...steps);
  return {
    run,
    tag: 't',
    index: logged.map((_, i) => i),
    steps: logged,
    walls: logged.map((one) => 1000 + one),
    n_bytes: logged,
    shape: null,
  };
}
const one = (): number => 1;

it('shows each run at its nearest step and marks those of another', () => {
  const cells = cellsByRun([items(1, [0, 10, 20]), items(2, [0, 9])], 10, one);
  expect(cells.map((cell) => [cell.run, cell.step, cell.differs])).toEqual([
    [1, 10, false],
    [2, 9, true],
  ]);
});

it('takes the newest step where none is chosen', () => {
  const lists = [items(1, [0, 10]), items(2, [0, 30])];
  expect(currentStep(lists, null)).toBe(30);
  expect(cellsByRun(lists, null, one).map((cell) => cell.differs)).toEqual([true, false]);
});

it('lays several pictures of a step out line by line, and keeps keys from step to step', () => {
  const lists = [items(1, [0, 1]), items(2, [0, 1])];
  const cells = cellsByRun(lists, 0, ({ run }) => (run === 1 ? 2 : 1));
  expect(cells.map((cell) => cell.key)).toEqual(['1 0', '2 0', '1 1']);
  expect(cellsByRun(lists, 1, ({ run }) => (run === 1 ? 2 : 1)).map((cell) => cell.key)).toEqual([
    '1 0',
    '2 0',
    '1 1',
  ]);
});

it('has nothing for a run without values or a value without pictures', () => {
  expect(cellsByRun([items(1, [])], null, one)).toEqual([]);
  expect(cellsByRun([items(1, [0])], null, () => 0)).toEqual([]);
});

it('takes number and size of pictures from the list', () => {
  const shape = { width: column(0, 64), height: column(0, 32), nParts: column(0, 3) };
  const list = { ...items(1, [0, 1]), shape };
  expect([listedParts(list, 0), listedParts(list, 1), listedParts(items(1, [0]), 0)]).toEqual([0, 3, 1]);
  expect(cellsByRun([list], 1, listedParts)).toHaveLength(3);
  expect(sizeOfFirst([list], cellsByRun([list], 1, listedParts))).toEqual([64, 32]);
  expect(sizeOfFirst([list], cellsByRun([list], 0, one))).toBeNull();
});

it('puts steps side by side, with the current one among them', () => {
  const cells = cellsByStep([items(1, [0, 1, 2, 3, 4, 5]), items(2, [0, 1])], 3, 3);
  expect(cells.map((cell) => [cell.run, cell.step])).toEqual([
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 0],
    [2, 1],
  ]);
  expect(cellsByStep([items(1, [0, 1, 2, 3])], null, 2).map((cell) => cell.step)).toEqual([2, 3]);
});

it('rowsAround keeps a full window at both ends', () => {
  expect(rowsAround(0, 6, 3)).toEqual([0, 1, 2]);
  expect(rowsAround(3, 6, 3)).toEqual([2, 3, 4]);
  expect(rowsAround(5, 6, 3)).toEqual([3, 4, 5]);
  expect(rowsAround(5, 6, 4)).toEqual([2, 3, 4, 5]);
  expect(rowsAround(1, 2, 8)).toEqual([0, 1]);
  expect(cellsByStep([items(1, [0, 1, 2, 3, 4, 5])], null, 3).map((cell) => cell.step)).toEqual([3, 4, 5]);
});

it('puts cards of few pictures side by side', () => {
  expect([1, 2, 3, 20].map((n) => cardsPerRow(1080, 160, n))).toEqual([4, 3, 2, 1]);
});

it('fills a width with columns and knows the height before anything is drawn', () => {
  expect(shapeOf(664, 160, 8)).toEqual({ nColumns: 4, cell_px: 160, picture_px: 160, height_px: 2 * 192 });
  expect(shapeOf(100, 160, 3)).toEqual({ nColumns: 1, cell_px: 100, picture_px: 100, height_px: 3 * 132 });
});

it('makes places as flat as wide pictures, and narrow ones for tall pictures', () => {
  expect(shapeOf(664, 160, 8, 0.25)).toMatchObject({ nColumns: 4, picture_px: 40 });
  const tall = shapeOf(664, 160, 20, 3);
  expect(tall).toMatchObject({ nColumns: 7, picture_px: 240 });
  expect(tall.picture_px / tall.cell_px).toBeCloseTo(3, 0);
  expect(shapeOf(320, 160, 1, 100)).toMatchObject({ nColumns: 1, cell_px: 320, picture_px: 240 });
  expect(shapeOf(320, 160, 1, 0.001).picture_px).toBe(64);
});

it('takes the tallest picture of all steps for the shape of the places', () => {
  const shape = { width: column(10, 10, 0), height: column(5, 30, 9), nParts: column(1, 1, 1) };
  expect(ratioOf([{ ...items(1, [0, 1, 2]), shape }])).toBe(3);
  expect(ratioOf([items(1, [0])])).toBe(1);
});

it('counts the steps that do not fit', () => {
  expect(stepsShown([items(1, [0, 1, 2, 3]), items(2, [0])], 3)).toEqual({ shown: 3, logged: 4 });
  expect(stepsShown([items(1, [0, 1])], 3)).toEqual({ shown: 2, logged: 2 });
});
