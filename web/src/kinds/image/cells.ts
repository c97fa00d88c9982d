// Which pictures a card shows, in which order, and the layout of its grid; known before any picture is loaded.
import { itemUrl, rowAt, type Items } from '../../data/items.ts';

export interface Cell {
  key: string;
  run: number;
  tag: string;
  part: number;
  /** Place in the run's list, for stepping and prefetching. */
  row: number;
  index: number;
  step: number;
  wall_s: number;
  /** Another step than the current one: the caption then names it. */
  differs: boolean;
}

/** A value of a run: its index, and its wall time, which differs where a new picture replaced the old one. */
export interface Place {
  index: number;
  wall_s: number;
}

/** The URL of a picture; the same for one that is shown and one that is prefetched. */
export function pictureUrl(
  { run, tag, part }: Pick<Cell, 'run' | 'tag' | 'part'>,
  { index, wall_s }: Place,
): string {
  return `${itemUrl('image', { run, tag, index, part })}#${String(wall_s)}`;
}

export type Columns = 'runs' | 'steps';

function cellOf(items: Items, row: number, part: number, current: number): Cell {
  const step = items.steps[row] as number;
  return {
    key: `${String(items.run)} ${String(part)} ${String(items.index[row])}`,
    run: items.run,
    tag: items.tag,
    part,
    row,
    index: items.index[row] as number,
    step,
    wall_s: items.walls[row] as number,
    differs: step !== current,
  };
}

/** How many pictures a value has, as the list has it. */
export function listedParts(items: Items, row: number): number {
  return items.shape?.nParts[row] ?? 1;
}

/** Pixels of the first cell whose size is known. */
export function sizeOfFirst(lists: readonly Items[], cells: readonly Cell[]): [number, number] | null {
  for (const { run, row } of cells) {
    const shape = lists.find((items) => items.run === run)?.shape;
    const [width, height] = [shape?.width[row] ?? 0, shape?.height[row] ?? 0];
    if (width > 0 && height > 0) return [width, height];
  }
  return null;
}

/** The current step: the one chosen, or the newest of all. */
export function currentStep(lists: readonly Items[], step: number | null): number {
  return step ?? lists.reduce((most, items) => Math.max(most, items.steps.at(-1) ?? -Infinity), -Infinity);
}

/** Pictures side by side by run: first picture of all runs, then the second, and so on. */
export function cellsByRun(
  lists: readonly Items[],
  step: number | null,
  nParts: (items: Items, row: number) => number,
): Cell[] {
  const current = currentStep(lists, step);
  const found = lists
    .filter((items) => items.steps.length > 0)
    .map((items) => ({ items, row: rowAt(items, step) }));
  const most = found.reduce((n, { items, row }) => Math.max(n, nParts(items, row)), 0);
  const cells: Cell[] = [];
  for (let part = 0; part < most; part += 1) {
    for (const { items, row } of found) {
      if (part >= nParts(items, row)) continue;
      // A run keeps its place from step to step, so that its element is reused.
      cells.push({ ...cellOf(items, row, part, current), key: `${String(items.run)} ${String(part)}` });
    }
  }
  return cells;
}

/** Pictures side by side by step: a line per run, its logged steps around the current one. */
export function cellsByStep(lists: readonly Items[], step: number | null, nColumns: number): Cell[] {
  const current = currentStep(lists, step);
  return lists.flatMap((items) => {
    const rows = rowsAround(rowAt(items, step), items.steps.length, nColumns);
    return rows.map((row) => ({ ...cellOf(items, row, 0, current), differs: true }));
  });
}

/** At most so many rows with `at` in the middle; near either end the window stays full and is not centered. */
export function rowsAround(at: number, nRows: number, most: number): number[] {
  const first = Math.max(0, Math.min(at - Math.floor(most / 2), nRows - most));
  return Array.from({ length: Math.min(most, nRows) }, (_, i) => first + i);
}

/** The most steps of a run that were logged, and how many of them are side by side. */
export function stepsShown(lists: readonly Items[], nColumns: number): { shown: number; logged: number } {
  const logged = lists.reduce((most, { steps }) => Math.max(most, steps.length), 0);
  return { shown: Math.min(nColumns, logged), logged };
}

/** How many cards go side by side where none has more than n pictures in a line. */
export function cardsPerRow(width_px: number, size_px: number, n: number): number {
  return Math.max(1, Math.min(4, Math.floor(width_px / (Math.max(1, n) * (size_px + GAP_PX) + 2 * GAP_PX))));
}

export interface Shape {
  nColumns: number;
  cell_px: number;
  picture_px: number;
  height_px: number;
}

export const GAP_PX = 8;
export const CAPTION_PX = 24;
/** Places are no flatter and no taller than this; a picture beyond it is shown whole with room beside it. */
const RATIOS = { min: 0.2, max: 1.5 } as const;
/** A caption needs this much. */
const MIN_COLUMN_PX = 72;

/** Height by width of the tallest picture of all steps, so that stepping moves nothing; 1 where no size is known. */
export function ratioOf(lists: readonly Items[]): number {
  let most = 0;
  for (const { shape } of lists)
    shape?.width.forEach((width, row) => {
      if (width > 0) most = Math.max(most, (shape.height[row] as number) / width);
    });
  return most > 0 ? most : 1;
}

/** Columns of about `size_px` in a width, narrower ones for many tall pictures, and the height that n cells take. */
export function shapeOf(width_px: number, size_px: number, n: number, ratio = 1): Shape {
  const tall_px = Math.max(Math.min(MIN_COLUMN_PX, size_px), (size_px * RATIOS.max) / ratio);
  const most = columnsIn(width_px, ratio > RATIOS.max ? tall_px : size_px);
  const nColumns = Math.min(most, Math.max(n, columnsIn(width_px, size_px)));
  const cell_px = Math.max(24, Math.floor((width_px - (nColumns - 1) * GAP_PX) / nColumns));
  const whole_px = cell_px * Math.max(RATIOS.min, ratio);
  const tallest_px = ratio > RATIOS.max ? RATIOS.max * size_px : whole_px;
  const picture_px = Math.round(Math.max(24, Math.min(whole_px, tallest_px)));
  const nRows = Math.max(1, Math.ceil(n / nColumns));
  return { nColumns, cell_px, picture_px, height_px: nRows * (picture_px + CAPTION_PX + GAP_PX) };
}

function columnsIn(width_px: number, column_px: number): number {
  return Math.max(1, Math.floor((width_px + GAP_PX) / (column_px + GAP_PX)));
}
