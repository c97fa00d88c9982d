// A logged text: one string, or an array of them laid out as a table.
import { queryUrl } from '../../data/kind_query.ts';
import type { ItemParams } from '../../data/shapes.ts';

export interface TextValue {
  index: number;
  step: number;
  wall_time: number;
  shape: readonly number[];
  /** In order; a long value is cut. */
  strings: readonly string[];
  /** Characters that were logged. */
  n_chars: number;
}

export interface Grid {
  /** Names of rows where there are more than two axes, else empty. */
  names: readonly string[];
  rows: readonly (readonly string[])[];
  /** Rows that were logged. */
  nRows: number;
}

/** Where a text is to be had whole, as it was logged. */
export function textUrl(params: ItemParams): string {
  return queryUrl({ kind: 'text', query: 'raw', params });
}

/** The one string of a value that is no array, else null. */
export function singleText(value: TextValue): string | null {
  return value.shape.every((side) => side === 1) ? (value.strings[0] ?? '') : null;
}

/** Rank 1 is a column, rank 2 a table, more axes a table whose rows are named by the axes before the last. */
export function gridOf(value: TextValue, maxRows: number): Grid {
  const width = value.shape.length > 1 ? (value.shape.at(-1) ?? 1) : 1;
  const leading = value.shape.length > 1 ? value.shape.slice(0, -1) : value.shape;
  const nRows = leading.reduce((n, side) => n * side, 1);
  const n = width === 0 ? 0 : Math.min(nRows, maxRows, Math.ceil(value.strings.length / width));
  const rows = Array.from({ length: n }, (_, row) => value.strings.slice(row * width, (row + 1) * width));
  return {
    names: leading.length > 1 ? rows.map((_, row) => placeOf(row, leading)) : [],
    rows,
    nRows: width === 0 ? 0 : nRows,
  };
}

function placeOf(row: number, sides: readonly number[]): string {
  const place: number[] = [];
  let rest = row;
  for (const side of [...sides].reverse()) {
    place.unshift(rest % side);
    rest = Math.floor(rest / side);
  }
  return place.join(', ');
}

/** All strings as one text, for reading raw and for differences. */
export function plainText(value: TextValue): string {
  return value.strings.join('\n');
}

export function shownChars(value: TextValue): number {
  return value.strings.reduce((n, string) => n + string.length, 0);
}
