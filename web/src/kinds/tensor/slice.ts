// The server's slice of a tensor, and which slice the view requests.
import { Columns } from '../../data/columns.ts';
import type { CsvCell } from '../../data/files.ts';
import type { Cells } from '../../charts/planes/heat_cells.ts';
import type { View } from '../../public/view.ts';

export interface Statistics {
  n: number;
  nan: number;
  inf: number;
  zero?: number;
  min?: number;
  max?: number;
  mean?: number;
  std?: number;
}

export interface Slice {
  step: number;
  wall_time: number;
  n_bytes: number;
  dtype: string;
  shape: readonly number[];
  /** What is wrong with the value; null where nothing is. */
  fault: string | null;
  /** The plugin that the values were logged for, which no installed kind reads; null for plain tensors. */
  plugin: { readonly name: string; readonly content: string } | null;
  statistics: Statistics | null;
  /** Which axes lie down and across, and the place on every other. */
  axes: readonly [number, number];
  at: readonly number[];
  /** Every element has a cell of its own. */
  exact: boolean;
  cells: Cells | null;
  low: Float64Array;
  high: Float64Array;
  lost: Float64Array;
  /** In place of cells where elements are not numbers: words, row after row. */
  texts: readonly (readonly string[])[] | null;
}

type Notes = Omit<Slice, 'cells' | 'low' | 'high' | 'lost' | 'texts'> & {
  n_rows: number;
  n_columns: number;
  size?: [number, number];
};

export function decodeSlice(bytes: ArrayBuffer): Slice {
  const columns = new Columns(bytes);
  const { n_rows, n_columns, size, ...notes } = columns.notes as unknown as Notes;
  const words = columns.words('text');
  const isText = words.length > 0;
  const cells =
    !isText && columns.rows > 0
      ? {
          nRows: n_rows,
          nColumns: n_columns,
          values: columns.numbers('value'),
          size: size ?? ([n_rows, n_columns] as const),
        }
      : null;
  const texts = isText
    ? Array.from({ length: n_rows }, (_, row) => words.slice(row * n_columns, (row + 1) * n_columns))
    : null;
  return {
    ...notes,
    statistics: notes.statistics ?? null,
    cells,
    low: columns.numbers('low'),
    high: columns.numbers('high'),
    lost: columns.numbers('lost'),
    texts,
  };
}

/** Which elements of an axis a cell covers: "17" or "16–23". */
export function span(cell: number, nCells: number, size: number): string {
  const first = Math.floor((cell * size) / nCells);
  const last = Math.floor(((cell + 1) * size) / nCells) - 1;
  return last > first ? `${String(first)}–${String(last)}` : String(first);
}

export const CELL_COLUMNS = ['down', 'across', 'value', 'low', 'high', 'not_finite'] as const;

/** A row per cell, for a file: which elements it covers, and its value. */
export function* cellRows({ cells, texts, low, high, lost }: Slice): Generator<CsvCell[]> {
  for (const [row, line] of (texts ?? []).entries())
    for (const [column, text] of line.entries()) yield [row, column, text];
  if (!cells) return;
  const { nRows, nColumns, values, size } = cells;
  for (const [i, value] of values.entries())
    yield [
      span(Math.floor(i / nColumns), nRows, size[0]),
      span(i % nColumns, nColumns, size[1]),
      value,
      low[i],
      high[i],
      lost[i],
    ];
}

export interface Place {
  axes: readonly [number, number] | null;
  at: readonly number[] | null;
}

const name = (tag: string): string => `tensors.at.${tag}`;

/** In the link as "rows,columns;place,place…". */
export function placeOf(view: Pick<View, 'own'>, tag: string): Place {
  const [axes = '', at = ''] = (view.own(name(tag)) ?? '').split(';');
  const [rows, columns, ...rest] = numbers(axes);
  return {
    axes:
      rows !== undefined && columns !== undefined && rest.length === 0 && rows !== columns
        ? [rows, columns]
        : null,
    at: at === '' ? null : numbers(at),
  };
}

export function setPlace(
  view: Pick<View, 'setOwn'>,
  tag: string,
  axes: readonly [number, number],
  at: readonly number[],
): void {
  view.setOwn({ [name(tag)]: `${axes.join(',')};${at.join(',')}` });
}

function numbers(text: string): number[] {
  return text === ''
    ? []
    : text
        .split(',')
        .map(Number)
        .filter((one) => Number.isInteger(one) && one >= 0);
}
