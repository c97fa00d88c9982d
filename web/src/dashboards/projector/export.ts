// Points as files: their places, all that is known of them, and whether they are selected.
import { Columns } from '../../data/columns.ts';
import type { CsvCell } from '../../data/files.ts';
import { fetchQuery } from '../../data/kind_query.ts';
import { csvText, jsonText } from '../../data/files.ts';
import type { DataFile } from '../../public/cards/downloads.ts';
import { maskOf } from './point_selection.svelte.ts';
import type { OpenedEmbedding } from './opened_embedding.svelte.ts';

export interface PointTable {
  names: string[];
  /** Metadata as it was logged: numbers too are text here. */
  rows: CsvCell[][];
  /** The places of columns of metadata that are numbers. */
  numeric: ReadonlySet<number>;
}

/** Whole numbers that JavaScript would round, such as ids of 64 bits. */
const LONG_NUMBER = /^[+-]?\d{16,}$/;

export function exportFiles(opened: OpenedEmbedding, selected: Uint32Array): DataFile[] {
  return (['Selected points', 'All points'] as const).flatMap((what) => {
    const table = (): Promise<PointTable> =>
      pointTable(opened, what === 'All points' ? null : selected, selected);
    return [
      {
        what,
        format: 'CSV',
        make: async () => {
          const { names, rows } = await table();
          return new Blob([csvText(names, rows)], { type: 'text/csv' });
        },
      },
      {
        what,
        format: 'JSON',
        make: async () => {
          return new Blob([jsonText(pointRecords(await table()))], { type: 'application/json' });
        },
      },
    ];
  });
}

/** An object for each point; columns of numbers are numbers, null where one is missing or NaN. */
export function pointRecords({ names, rows, numeric }: PointTable): Record<string, CsvCell>[] {
  const isNumber = names.map(
    (_, place) => numeric.has(place) && !rows.some((row) => LONG_NUMBER.test(String(row[place]))),
  );
  const value = (cell: CsvCell, place: number): CsvCell => {
    const read = isNumber[place] ? numberOf(String(cell)) : cell;
    return Number.isNaN(read) ? null : read;
  };
  return rows.map((row) => Object.fromEntries(row.map((cell, i) => [names[i], value(cell, i)])));
}

/** As Python reads it. */
function numberOf(text: string): number {
  const infinite = /^\s*([+-]?)inf(inity)?\s*$/i.exec(text);
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  return text.trim() === '' ? NaN : Number(text.replaceAll('_', ''));
}

/** A row for each point; `points` null: all of them. */
async function pointTable(
  { key, columns, projection, facts }: OpenedEmbedding,
  points: Uint32Array | null,
  selected: Uint32Array,
): Promise<PointTable> {
  const positions = projection.positions ?? new Float32Array(0);
  const axes = ['x', 'y', 'z'].slice(0, projection.answered?.dimensions ?? 2);
  const chosen = points ?? Uint32Array.from({ length: facts?.points ?? 0 }, (_, i) => i);
  const texts =
    key && columns.length > 0
      ? new Columns(
          await fetchQuery({
            kind: 'embedding',
            query: 'metadata',
            params: { ...key, points: points ? [...points] : null, form: 'text' },
          }),
        )
      : null;
  const words = columns.map(({ name }) => texts?.words(name) ?? []);
  const isSelected = maskOf(selected, facts?.points ?? 0);
  const rows = Array.from(chosen, (point, row): CsvCell[] => [
    point,
    ...axes.map((_, axis) => positions[3 * point + axis] ?? NaN),
    ...words.map((cells) => cells[row] ?? ''),
    isSelected[point] ?? 0,
  ]);
  const names = ['point', ...axes, ...columns.map(({ name }) => name), 'selected'];
  const numeric = columns.flatMap(({ is_number }, i) => (is_number ? 1 + axes.length + i : []));
  return { names, rows, numeric: new Set(numeric) };
}
