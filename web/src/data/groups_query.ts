// The lines of one chart when runs are grouped: a middle line and a band per group.
import { tableFromIPC } from '@uwdata/flechette';
import { asFloat64, type Line } from './frames.ts';
import { fetchQuery } from './kind_query.ts';
import type { LinesQuestion, QuerySource } from './lines_query.ts';
import { LiveQuery } from './live_query.ts';
import type { GroupBy } from './shapes.ts';

export interface GroupLine extends Line {
  group: string;
  runs: readonly number[];
  band: { low: Float64Array; high: Float64Array };
}

export type BandKind = 'std' | 'stderr' | 'minmax' | 'quantile' | 'none';

export interface GroupsQuestion extends Omit<LinesQuestion, 'raw'> {
  by: GroupBy;
  runs: readonly number[];
  band: BandKind;
}

/** Ask it with the runs that are grouped: their growth makes the answer stale. */
export type GroupsQuery = LiveQuery<GroupsQuestion, GroupLine[]>;

export function groupsQuery(
  { fetch = fetchQuery, ...source }: QuerySource,
  onUpdate: () => void,
): GroupsQuery {
  return new LiveQuery({
    ...source,
    fetch: ({ tag, band: _, ...params }, signal) =>
      fetch({ kind: 'scalar', query: 'groups', params: { tags: [tag], ...params } }, signal),
    decode: (bytes, { band, tag }) => decodeGroups(bytes, band, tag),
    onUpdate,
  });
}

export function decodeGroups(bytes: ArrayBuffer, band: BandKind, tag: string): GroupLine[] {
  const table = tableFromIPC(new Uint8Array(bytes), { useBigInt: true });
  const text = (table.schema.metadata as Map<string, string> | null | undefined)?.get('sightline');
  const { groups: notes = [], smoothing = 0 } = (text ? JSON.parse(text) : {}) as {
    groups?: { group: string; runs: number[] }[];
    smoothing?: number;
  };
  const column = (name: string): Float64Array => {
    const found = table.getChild(name) as { toArray(): ArrayLike<number> } | null | undefined;
    return found ? asFloat64(found.toArray()) : new Float64Array(table.numRows);
  };
  const [group, x, middle, n] = [
    column('group'),
    column('x'),
    column(band === 'quantile' || band === 'minmax' ? 'median' : 'mean'),
    column('n'),
  ];
  const [low, high] = edges(band, column, middle);
  const lines: GroupLine[] = [];
  for (let begin = 0; begin < group.length;) {
    let end = begin;
    while (end < group.length && group[end] === group[begin]) end += 1;
    const note = notes[group[begin] as number];
    const cut = (whole: Float64Array): Float64Array => whole.subarray(begin, end);
    if (note) {
      lines.push({
        run: -1,
        tag,
        group: note.group,
        runs: note.runs,
        x: cut(x),
        steps: cut(x),
        walls: cut(x),
        values: cut(middle),
        smoothed: null,
        smoothing,
        band: { low: cut(low), high: cut(high) },
        total: n.subarray(begin, end).reduce((a, b) => Math.max(a, b), 0),
        nan: 0,
        inf: 0,
      });
    }
    begin = end;
  }
  return lines;
}

function edges(
  band: BandKind,
  column: (name: string) => Float64Array,
  middle: Float64Array,
): [Float64Array, Float64Array] {
  if (band === 'minmax') return [column('min'), column('max')];
  if (band === 'quantile') return [column('q0'), column('q1')];
  if (band === 'none') return [middle, middle];
  const spread = column(band);
  return [
    middle.map((value, i) => value - (spread[i] as number)),
    middle.map((value, i) => value + (spread[i] as number)),
  ];
}
