// Idle time of devices: the gaps in sight, each with what was waited for.
import { Columns } from '../../../data/columns.ts';

export const CAUSES = ['host_wait', 'kernel_wait', 'other'] as const;
export type Cause = (typeof CAUSES)[number];

export const CAUSE_TEXT: Readonly<Record<Cause, string>> = {
  host_wait: 'host wait',
  kernel_wait: 'kernel wait',
  other: 'other',
};

export const CAUSE_TITLE: Readonly<Record<Cause, string>> = {
  host_wait: 'The host launched the next kernel only after the stream had run dry',
  kernel_wait: 'The next kernel was launched in time; the gap is at most 1 µs',
  other: 'Launched in time, but held back: by another stream or a synchronization',
};

export interface IdleGap {
  readonly track: number;
  readonly start_ns: number;
  readonly end_ns: number;
  readonly cause: Cause;
}

export interface IdleGaps {
  readonly gaps: readonly IdleGap[];
  /** Of the window, with the gaps too narrow to be listed. */
  readonly total_ns: Readonly<Record<Cause, number>>;
}

export function decodeIdleGaps(bytes: ArrayBuffer): IdleGaps {
  const columns = new Columns(bytes);
  const [tracks, starts, ends] = ['track', 'start_ns', 'end_ns'].map((name) => columns.numbers(name)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const causes = columns.words('cause');
  const total = (cause: Cause): number => Number(columns.notes[`${cause}_ns`] ?? 0);
  return {
    gaps: Array.from(tracks, (track, row) => ({
      track,
      start_ns: starts[row] ?? 0,
      end_ns: ends[row] ?? 0,
      cause: causes[row] as Cause,
    })),
    total_ns: {
      host_wait: total('host_wait'),
      kernel_wait: total('kernel_wait'),
      other: total('other'),
    },
  };
}
