// Some rows of an Arrow answer, as an answer of their own.
import { columnFromArray, tableFromColumns, tableFromIPC, tableToIPC, type Column } from '@uwdata/flechette';

/** Rows of these runs and tags (null: all): tag by tag where tags are given, then in the order of the runs. */
export function filteredRows(
  bytes: Uint8Array<ArrayBuffer>,
  runs: readonly number[] | null,
  tags: readonly string[] | null,
): ArrayBuffer {
  const table = tableFromIPC(bytes, { useBigInt: true });
  const order = wantedRows(table.getChild('run'), table.getChild('tag'), runs, tags);
  return taken(table, order);
}

function wantedRows(
  run: Column<unknown>,
  tag: Column<unknown>,
  runs: readonly number[] | null,
  tags: readonly string[] | null,
): number[] {
  const placeOfRun = runs && new Map(runs.map((id, place) => [id, place]));
  const placeOfTag = tags && new Map(tags.map((name, place) => [name, place]));
  const found: { row: number; first: number; second: number }[] = [];
  for (let row = 0; row < run.length; row += 1) {
    const second = placeOfRun ? placeOfRun.get(Number(run.at(row))) : 0;
    const first = placeOfTag ? placeOfTag.get(String(tag.at(row))) : 0;
    if (first !== undefined && second !== undefined) found.push({ row, first, second });
  }
  found.sort((a, b) => a.first - b.first || a.second - b.second || a.row - b.row);
  return found.map(({ row }) => row);
}

function taken(table: ReturnType<typeof tableFromIPC>, rows: readonly number[]): ArrayBuffer {
  const columns = table.schema.fields.map(({ name, type }): [string, Column<unknown>] => {
    const column = table.getChild(name) as Column<unknown>;
    return [
      name,
      columnFromArray(
        rows.map((row) => column.at(row)),
        type,
      ),
    ];
  });
  const made = tableFromColumns(columns);
  made.schema.metadata = table.schema.metadata ?? null;
  return (tableToIPC(made, { format: 'stream' }) as Uint8Array<ArrayBuffer>).slice().buffer;
}
