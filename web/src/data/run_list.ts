// The list of runs from columns, which are a seventh of the bytes of its JSON; reports have it as JSON.
import { asJson } from './api.ts';
import { Columns } from './columns.ts';
import type { Run, RunsAnswer } from './shapes.ts';

const BRACE = 123;

/** What the server says beside the columns; of columns of places, such as `root`, the values that they are places in. */
interface Notes extends Readonly<Record<string, unknown>> {
  generation: number;
  /** All fields of a run that has none of the rare ones. */
  usual: Run;
  /** What few runs have, by row. */
  rare: Readonly<Record<string, Partial<Run>>>;
}

export function readRuns(bytes: ArrayBuffer): RunsAnswer {
  if (new Uint8Array(bytes, 0, 1)[0] === BRACE) return asJson<RunsAnswer>(bytes);
  const columns = new Columns(bytes);
  const { generation, usual, rare, ...choices } = columns.notes as Notes;
  // Each begins as a copy: objects that get their fields one after the other take far longer.
  const runs: Run[] = columns.words('name').map((name) => ({ ...usual, name }));
  for (const column of columns.names.filter((each) => each !== 'name')) {
    const values = columns.numbers(column);
    const words = choices[column] as readonly unknown[] | undefined;
    runs.forEach((run: object, row) => {
      const value = values[row] ?? NaN;
      (run as Record<string, unknown>)[column] = words ? words[value] : Number.isNaN(value) ? null : value;
    });
  }
  for (const [row, fields] of Object.entries(rare)) Object.assign(runs[Number(row)] ?? {}, fields);
  return { generation, runs };
}
