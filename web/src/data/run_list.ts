// The list of runs from columns, which are a seventh of the bytes of its JSON; reports have it as JSON.
import { asJson } from './api.ts';
import { Columns } from './columns.ts';
import type { Run, RunsAnswer } from './shapes.ts';

const NONE: readonly never[] = [];

interface Notes {
  generation: number;
  root: readonly string[];
  state: readonly Run['state'][];
  /** By row. */
  rare: Readonly<Record<string, Partial<Run>>>;
}

export function readRuns(bytes: ArrayBuffer): RunsAnswer {
  if (new Uint8Array(bytes, 0, 1)[0] === '{'.charCodeAt(0)) return asJson<RunsAnswer>(bytes);
  const columns = new Columns(bytes);
  const notes = columns.notes as unknown as Notes;
  const names = columns.words('name');
  const [id, generation, nPoints, nBytes, restarts] = [
    columns.numbers('id'),
    columns.numbers('generation'),
    columns.numbers('n_points'),
    columns.numbers('n_bytes'),
    columns.numbers('restarts'),
  ];
  const [root, state] = [columns.numbers('root'), columns.numbers('state')];
  const optional = (name: string): ((row: number) => number | null) => {
    const numbers = columns.numbers(name);
    return (row) => {
      const value = numbers[row] ?? NaN;
      return Number.isNaN(value) ? null : value;
    };
  };
  const [startTime, lastTime] = [optional('start_time'), optional('last_time')];
  const [lastStep, parent] = [optional('last_step'), optional('parent')];
  // All fields are written out: objects that are put together by spreading take the browser ten times as long.
  const runs = names.map((name, row): Run => ({
    id: id[row] ?? 0,
    name,
    root: notes.root[root[row] ?? 0] ?? '',
    state: notes.state[state[row] ?? 0] ?? 'idle',
    generation: generation[row] ?? 0,
    start_time: startTime(row),
    last_time: lastTime(row),
    last_step: lastStep(row),
    n_points: nPoints[row] ?? 0,
    n_bytes: nBytes[row] ?? 0,
    parent: parent(row),
    restarts: restarts[row] ?? 0,
    display_name: null,
    color: null,
    note: null,
    labels: NONE,
    step_notes: NONE,
    goal_step: null,
    pinned: false,
    hidden: false,
    damage: null,
    first_nan: null,
    steps_per_sec: null,
    planned_step: null,
    stalled: null,
    exception: null,
    source: null,
  }));
  for (const [row, fields] of Object.entries(notes.rare)) Object.assign(runs[Number(row)] ?? {}, fields);
  return { generation: notes.generation, runs };
}
