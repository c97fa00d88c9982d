import { float64, tableFromArrays, tableToIPC, uint32, uint8, utf8 } from '@uwdata/flechette';
import { expect, test } from 'vitest';
import { readRuns } from './run_list.ts';

const PLAIN = {
  ...{ display_name: null, color: null, note: null, labels: [], step_notes: [], goal_step: null },
  ...{ pinned: false, hidden: false, root: '/logs', state: 'idle', generation: 3, start_time: 1000.5 },
  ...{ last_time: null, last_step: null, n_points: 7, n_bytes: 99, damage: null, first_nan: null },
  ...{ parent: null, restarts: 0, steps_per_sec: null, planned_step: null, stalled: null },
  ...{ exception: null, source: null },
};
const RUNS = [
  { ...PLAIN, id: 4, name: 'train/ä' },
  { ...PLAIN, id: 300, name: 'b', state: 'live', last_step: 0, parent: 4, note: 'best', pinned: true },
];

function columns(): ArrayBuffer {
  const of = (name: 'start_time' | 'last_time' | 'last_step' | 'parent') =>
    Float64Array.from(RUNS, (run) => run[name] ?? NaN);
  const counts = { n_points: [7, 7], n_bytes: [99, 99], generation: [3, 3], restarts: [0, 0] };
  const numbers = {
    start_time: of('start_time'),
    last_time: of('last_time'),
    last_step: of('last_step'),
    parent: of('parent'),
  };
  const types = { id: uint32(), root: uint8(), state: uint8(), name: utf8(), parent: float64() };
  const table = tableFromArrays(
    { id: [4, 300], ...counts, ...numbers, root: [0, 0], state: [0, 1], name: RUNS.map(({ name }) => name) },
    { types },
  );
  const notes = {
    generation: 8,
    root: ['/logs'],
    state: ['idle', 'live'],
    usual: { ...PLAIN, id: null, name: null },
    rare: { 1: { note: 'best', pinned: true } },
  };
  (table.schema as { metadata: Map<string, string> }).metadata = new Map([
    ['sightline', JSON.stringify(notes)],
  ]);
  return (tableToIPC(table, { format: 'stream' }) as Uint8Array).slice().buffer as ArrayBuffer;
}

test('runs from columns are those of the JSON', () => {
  expect(readRuns(columns())).toEqual({ generation: 8, runs: RUNS });
  const json = new TextEncoder().encode(JSON.stringify({ generation: 8, runs: RUNS }));
  expect(readRuns(json.buffer)).toEqual({ generation: 8, runs: RUNS });
});
