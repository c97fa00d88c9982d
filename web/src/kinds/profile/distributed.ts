// The workers of one training beside each other, as the server answers, and the figures above them.
import { formatBytes } from '../../charts/base/format.ts';
import type { Figure, Finding } from './overview.ts';
import { spanParts } from './spans.ts';

export interface WorkerRow {
  worker: string;
  run: number;
  name: string;
  rank: number | null;
  host: string;
  n_steps: number;
  steps: readonly number[];
  step_ns: number;
  parts_ns: Readonly<Record<string, number>>;
  communication_ns: number;
  overlap_share: number | null;
  /** Per step, hidden by computing or not. */
  waiting_ns: number;
  waiting_by_step_ns: readonly number[];
  /** How far its clock is ahead of the first worker's; null where that is not known. */
  shift_ns: number | null;
  shift_spread_ns: number | null;
  n_common: number;
  n_last: number;
}

export interface CollectiveRow {
  collective: string;
  group: string;
  dtype: string;
  bytes: number | null;
  group_size: number;
  calls: number;
  total_ns: number;
  mean_ns: number;
  transfer_ns: number | null;
  waiting_ns: number | null;
  skew_ns: number | null;
  bus_gb_s: number | null;
  last_worker: number | null;
  n_last: number | null;
  n_matched: number;
  /** The call with the most waiting as each worker saw it; null where a worker did not take part. */
  example: {
    start_ns: readonly (number | null)[];
    end_ns: readonly (number | null)[];
    transfer_ns: number;
  } | null;
}

export interface Distributed {
  workers: readonly WorkerRow[];
  world_size: number | null;
  backend: string;
  nccl_version: string;
  step_ns: number;
  n_matched: number;
  straggler: number | null;
  advice: readonly Finding[];
  collectives: readonly CollectiveRow[];
  problems: readonly { worker: string; reason: string }[];
  /** Other runs, such as `rank1` beside `rank0`, that may be workers of the same training. */
  n_runs_beside: number;
  /** Files of the run that workers of another training recorded. */
  n_other_trainings: number;
}

export interface Part {
  key: string;
  label: string;
  /** As CSS: a color or a pattern. */
  background: string;
}

const COMPUTE = 'var(--run-1)';
const COMMUNICATION = 'var(--run-6)';

/** What a worker's step consists of, in the order of the bars. */
export const PARTS: readonly Part[] = [
  { key: 'compute', label: 'Compute only', background: COMPUTE },
  {
    key: 'overlap',
    label: 'Overlap, both at once',
    background: `linear-gradient(${COMPUTE} 50%, ${COMMUNICATION} 50%)`,
  },
  { key: 'transfer', label: 'Transfer', background: COMMUNICATION },
  {
    key: 'waiting',
    label: 'Waiting for other workers',
    background: `repeating-linear-gradient(-45deg, ${COMMUNICATION} 0 1.5px, transparent 1.5px 4px)`,
  },
  { key: 'data_loading', label: 'Data loading', background: 'var(--run-2)' },
  { key: 'other', label: 'Host, copies, other', background: 'var(--ink-4)' },
];

/** Only one worker's file: communication cannot be divided into transfer and waiting. */
export function partsOf({ n_matched }: Distributed): readonly Part[] {
  if (n_matched > 0) return PARTS;
  return PARTS.filter(({ key }) => key !== 'waiting').map((part) =>
    part.key === 'transfer' ? { ...part, label: 'Communication' } : part,
  );
}

export function workerLabel({ worker, rank }: WorkerRow): string {
  return worker || (rank === null ? 'worker' : `rank ${String(rank)}`);
}

/** What one worker took of each step, beside the median of the others. */
export interface Evidence {
  what: string;
  own_ns: number;
  median_ns: number;
  /** Whether it takes clearly more than the others: this is what they wait for. */
  isMore: boolean;
}

const CLEARLY_MORE = 0.02;

/** The one that the others wait for; where nobody does, the one that waits least. */
export function suspectOf({ workers, straggler }: Distributed): number {
  if (straggler !== null) return straggler;
  const waits = workers.map((row) => row.waiting_ns);
  return waits.indexOf(Math.min(...waits));
}

export function evidenceOf({ workers, step_ns }: Distributed, suspect: number): Evidence[] {
  const part = (row: WorkerRow, ...keys: string[]): number =>
    keys.reduce((sum, key) => sum + (row.parts_ns[key] ?? 0), 0);
  const rows: [string, (row: WorkerRow) => number][] = [
    ['Data loading', (row) => part(row, 'data_loading')],
    ['Computing', (row) => part(row, 'compute', 'overlap')],
    ['Host, copies, other', (row) => part(row, 'other')],
    ['Waiting for others', (row) => row.waiting_ns],
    ['Whole step', (row) => row.step_ns],
  ];
  return rows.map(([what, value], i) => {
    const own_ns = workers.slice(suspect, suspect + 1).reduce((sum, row) => sum + value(row), 0);
    const median_ns = medianOf(workers.filter((_, place) => place !== suspect).map(value));
    return { what, own_ns, median_ns, isMore: i < 3 && own_ns - median_ns > CLEARLY_MORE * step_ns };
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

/** How many workers' files are missing; 0 where the profile does not say how many there are. */
export function missingWorkers({ world_size, workers }: Distributed): number {
  return Math.max(0, (world_size ?? 0) - workers.length);
}

export function distributedFigures(answer: Distributed): Figure[] {
  const { workers, collectives, n_matched } = answer;
  const n = Math.max(1, workers.length);
  const sum = (value: (row: WorkerRow) => number): number =>
    workers.reduce((total, row) => total + value(row), 0);
  const figures: Figure[] = [];
  const span = (label: string, ns: number, hint?: string): void => {
    const [value, unit] = spanParts(ns);
    figures.push({ value, unit, label, ...(hint ? { hint } : {}) });
  };
  span(n > 1 ? 'step time, mean of all workers' : 'step time', sum((row) => row.step_ns) / n);
  const communication = sum((row) => row.communication_ns);
  span(n > 1 ? 'communication per step and worker' : 'communication per step', communication / n);
  if (communication > 0)
    figures.push({
      value: ((sum((row) => row.parts_ns['overlap'] ?? 0) / communication) * 100).toFixed(0),
      unit: '%',
      label: 'of communication overlapped',
      hint: 'Ran while the worker computed',
    });
  if (n_matched > 0) {
    span(
      `waiting per step, sum of ${String(n)} workers`,
      sum((row) => row.waiting_ns),
      'In collectives until the last worker came',
    );
    const skews = collectives.filter((row) => row.skew_ns !== null && row.n_matched > 0);
    if (skews.length > 0)
      span(
        'skew, last minus median arrival',
        Math.max(...skews.map((row) => row.skew_ns ?? 0)),
        'Of the collective with the largest mean skew',
      );
  }
  const n_steps = Math.max(1, ...workers.map((row) => row.n_steps));
  const bytes = collectives.reduce((total, row) => total + (row.bytes ?? 0) * row.calls, 0) / n_steps;
  if (bytes > 0) {
    const [value = '', unit = ''] = formatBytes(bytes).split(' ');
    figures.push({ value, unit, label: 'messages per step and worker' });
  }
  return figures;
}
