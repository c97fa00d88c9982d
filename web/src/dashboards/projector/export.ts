// Points as files: their places, all that is known of them, and whether they are selected.
import { Columns } from '../../data/columns.ts';
import type { CsvCell } from '../../data/files.ts';
import { fetchQuery } from '../../data/kind_query.ts';
import { csvText, jsonText } from '../../data/files.ts';
import type { DataFile } from '../../public/cards/downloads.ts';
import { maskOf } from './point_selection.svelte.ts';
import type { OpenedEmbedding } from './opened_embedding.svelte.ts';

interface PointTable {
  names: string[];
  rows: CsvCell[][];
}

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
          const { names, rows } = await table();
          const records = rows.map((row) => Object.fromEntries(row.map((cell, i) => [names[i], cell])));
          return new Blob([jsonText(records)], { type: 'application/json' });
        },
      },
    ];
  });
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
  return { names: ['point', ...axes, ...columns.map(({ name }) => name), 'selected'], rows };
}
