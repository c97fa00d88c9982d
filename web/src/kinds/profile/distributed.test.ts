import { expect, it } from 'vitest';
import {
  distributedFigures,
  evidenceOf,
  missingWorkers,
  partsOf,
  suspectOf,
  workerLabel,
  type Distributed,
  type WorkerRow,
} from './distributed.ts';

function worker(more: Partial<WorkerRow> = {}): WorkerRow {
  return {
    worker: 'rank0',
    run: 0,
    name: 'rank0.json',
    rank: 0,
    host: '',
    n_steps: 2,
    steps: [0, 1],
    step_ns: 10e6,
    parts_ns: { overlap: 1e6 },
    communication_ns: 4e6,
    overlap_share: 0.25,
    waiting_ns: 2e6,
    waiting_by_step_ns: [2e6, 2e6],
    shift_ns: 0,
    shift_spread_ns: 0,
    n_common: 2,
    n_last: 0,
    ...more,
  };
}

function answer(workers: WorkerRow[], more: Partial<Distributed> = {}): Distributed {
  return {
    workers,
    world_size: 4,
    backend: 'nccl',
    nccl_version: '',
    step_ns: 10e6,
    n_matched: 2,
    straggler: null,
    advice: [],
    collectives: [],
    problems: [],
    n_runs_beside: 0,
    n_other_trainings: 0,
    ...more,
  };
}

it('has figures of all workers together', () => {
  const figures = distributedFigures(answer([worker(), worker({ worker: 'rank1' })]));
  expect(figures.map(({ value, unit, label }) => `${value} ${unit} ${label}`)).toEqual([
    '10.00 ms step time, mean of all workers',
    '4.00 ms communication per step and worker',
    '25 % of communication overlapped',
    '4.00 ms waiting per step, sum of 2 workers',
  ]);
});

it('does not divide the communication of one worker alone', () => {
  const alone = answer([worker()], { n_matched: 0 });
  expect(partsOf(alone).map(({ label }) => label)).toContain('Communication');
  expect(partsOf(alone).map(({ key }) => key)).not.toContain('waiting');
  expect(distributedFigures(alone).some(({ label }) => label.startsWith('waiting'))).toBe(false);
  expect(missingWorkers(alone)).toBe(3);
  expect(missingWorkers(answer([worker()], { world_size: null }))).toBe(0);
});

it('names workers by their files, else by rank', () => {
  expect(workerLabel(worker())).toBe('rank0');
  expect(workerLabel(worker({ worker: '', rank: 3 }))).toBe('rank 3');
  expect(workerLabel(worker({ worker: '', rank: null }))).toBe('worker');
});

it('holds a straggler against the median of the others', () => {
  const late = worker({ parts_ns: { compute: 3e6, data_loading: 5e6 }, waiting_ns: 1e5 });
  const found = { ...answer([worker(), late, worker()]), straggler: 1 };
  expect(suspectOf(found)).toBe(1);
  const loading = evidenceOf(found, 1)[0];
  expect(loading).toEqual({ what: 'Data loading', own_ns: 5e6, median_ns: 0, isMore: true });
});

it('looks at the worker that waits least where none is late', () => {
  expect(suspectOf(answer([worker({ waiting_ns: 9 }), worker({ waiting_ns: 3 })]))).toBe(1);
});
