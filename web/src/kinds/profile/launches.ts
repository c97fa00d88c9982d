// Launches of a profile as the server answers them.
import { Columns } from '../../data/columns.ts';

export type IdleCause = 'host_wait' | 'kernel_wait' | 'other';

export const CAUSES: readonly { cause: IdleCause; label: string; color: string; hint: string }[] = [
  {
    cause: 'host_wait',
    label: 'Host',
    color: 'var(--run-2)',
    hint: 'The launch call began only after the stream had run dry: the host was too slow',
  },
  {
    cause: 'kernel_wait',
    label: 'Between kernels',
    color: 'var(--run-10)',
    hint: 'Launched in time; at most 1 µs, which the device takes itself',
  },
  {
    cause: 'other',
    label: 'Held back',
    color: 'var(--run-6)',
    hint: 'Launched in time, but held back by another stream or a synchronization',
  },
];

export interface LaunchStream {
  track: number;
  name: string;
  device: string;
  n_work: number;
  n_launches: number;
  start_ns: number;
  span_ns: number;
  idle_ns: Readonly<Record<IdleCause, number>>;
  max_queue: number;
}

export interface LaunchOutlier {
  call: string;
  kernel: string;
  short_name: string;
  call_slice: number;
  slice: number;
  start_ns: number;
  call_ns: number;
  delay_ns: number;
}

export interface ShortKernel {
  kernel: string;
  short_name: string;
  count: number;
  call_ns: number;
  device_ns: number;
}

export interface IdleGap {
  start_ns: number;
  idle_ns: number;
  cause: IdleCause;
  slice: number;
  kernel: string;
  short_name: string;
}

export interface Launches {
  streams: readonly LaunchStream[];
  n_work: number;
  n_launches: number;
  delay: {
    median_ns: number;
    p90_ns: number;
    p99_ns: number;
    max_ns: number;
    n_without: number;
    classes: readonly { least_ns: number; count: number }[];
  } | null;
  short: { count: number; call_ns: number; device_ns: number; kernels: readonly ShortKernel[] };
  slow_calls: { count: number; worst: readonly LaunchOutlier[] };
  late_work: { count: number; worst: readonly LaunchOutlier[] };
  gaps: readonly IdleGap[];
}

/** One stream's queue, by pixels that hold an event. */
export interface Queue {
  time_ns: number[];
  least: number[];
  most: number[];
  last: number[];
}

export interface Queues {
  start_ns: number;
  end_ns: number;
  byTrack: ReadonlyMap<number, Queue>;
}

export function decodeQueues(bytes: ArrayBuffer): Queues {
  const columns = new Columns(bytes);
  const track = columns.numbers('track');
  const held = (['time_ns', 'least', 'most', 'last'] as const).map(
    (name) => [name, columns.numbers(name)] as const,
  );
  const byTrack = new Map<number, Queue>();
  for (let row = 0; row < columns.rows; row += 1) {
    const key = track[row] ?? 0;
    let queue = byTrack.get(key);
    if (!queue) byTrack.set(key, (queue = { time_ns: [], least: [], most: [], last: [] }));
    for (const [name, values] of held) queue[name].push(values[row] ?? 0);
  }
  const { start_ns = 0, end_ns = 1 } = columns.notes;
  return { start_ns: Number(start_ns), end_ns: Number(end_ns), byTrack };
}

export function idleOf(stream: LaunchStream): number {
  return CAUSES.reduce((sum, { cause }) => sum + stream.idle_ns[cause], 0);
}

/** What the figures say in a sentence: what keeps the busiest stream idle. */
export function verdictOf(launches: Launches): string {
  const stream = launches.streams[0];
  if (!stream || stream.span_ns <= 0) return '';
  const idle = idleOf(stream);
  if (idle < 0.05 * stream.span_ns)
    return 'The busiest stream is hardly ever idle: launches keep up with the device.';
  const most = CAUSES.reduce((a, b) => (stream.idle_ns[b.cause] > stream.idle_ns[a.cause] ? b : a));
  if (most.cause === 'host_wait')
    return 'The busiest stream mostly waits for the host: fewer and larger kernels help, as a compiled step or a graph of launches has them, and so does less work between launches.';
  if (most.cause === 'other')
    return 'Work is launched in time but held back, by other streams or synchronization: see the longest gaps in the timeline.';
  return 'Idle time is mostly the device’s own cost between kernels: fewer and larger kernels help.';
}
