// Arrows between slices: none, those of the selected slice, or all that lead to what begins in sight.
import { Columns } from '../../../data/columns.ts';
import type { SliceLink } from './slice_details.ts';

export const ARROWS = ['off', 'selected', 'all'] as const;
export type Arrows = (typeof ARROWS)[number];

export const ARROW_OPTIONS: readonly { value: Arrows; text: string }[] = [
  { value: 'off', text: 'Off' },
  { value: 'selected', text: 'Selected' },
  { value: 'all', text: 'All' },
];

/** Where an arrow begins or ends. */
export type ArrowEnd = Pick<SliceLink, 'track' | 'depth' | 'start_ns' | 'dur_ns'>;
export type Arrow = readonly [from: ArrowEnd, to: ArrowEnd];

export const readArrows = (text: string | undefined): Arrows =>
  ARROWS.find((choice) => choice === text) ?? 'selected';

export function decodeArrows(bytes: ArrayBuffer): Arrow[] {
  const columns = new Columns(bytes);
  const ends = (['source', 'target'] as const).map((end) => {
    const [track, depth, start, dur] = (['track', 'depth', 'start_ns', 'dur_ns'] as const).map((part) =>
      columns.numbers(`${end}_${part}`),
    );
    return Array.from({ length: columns.rows }, (_, row) => ({
      track: track?.[row] ?? 0,
      depth: depth?.[row] ?? 0,
      start_ns: start?.[row] ?? 0,
      dur_ns: dur?.[row] ?? 0,
    }));
  });
  const [sources = [], targets = []] = ends;
  return sources.flatMap((from, row) => {
    const to = targets[row];
    return to ? [[from, to] as const] : [];
  });
}
