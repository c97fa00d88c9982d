// Arrow answers for one run and tag each, joined to the answer for all of them.
import { columnFromArray, tableFromColumns, tableFromIPC, tableToIPC, type Column } from '@uwdata/flechette';

interface Notes {
  series?: Record<string, unknown>[];
  [more: string]: unknown;
}

/** The rows one after the other; offsets in the notes count from the first row of the whole. */
export function joined(answers: readonly Uint8Array[]): ArrayBuffer | null {
  const tables = answers.map((bytes) => tableFromIPC(bytes, { useBigInt: true }));
  const [first] = tables;
  if (!first) return null;
  const columns = first.schema.fields.map(({ name, type }): [string, Column<unknown>] => {
    const values = tables.flatMap((table) => Array.from(table.getChild(name) as Column<unknown>));
    return [name, columnFromArray(values, type)];
  });
  const made = tableFromColumns(columns);
  made.schema.metadata = new Map([['sightline', JSON.stringify(joinedNotes(tables))]]);
  return (tableToIPC(made, { format: 'stream' }) as Uint8Array<ArrayBuffer>).slice().buffer;
}

function joinedNotes(tables: readonly ReturnType<typeof tableFromIPC>[]): Notes {
  const notes = tables.map((table) => JSON.parse(table.schema.metadata?.get('sightline') ?? '{}') as Notes);
  let before = 0;
  const series = notes.flatMap((note, place) => {
    const moved = (note.series ?? []).map((each) =>
      typeof each['offset'] === 'number' ? { ...each, offset: each['offset'] + before } : each,
    );
    before += tables[place]?.numRows ?? 0;
    return moved;
  });
  return { ...notes[0], series };
}
