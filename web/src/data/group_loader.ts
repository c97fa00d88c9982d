// The lines of one chart when runs are taken together: a middle line and a band per group.
import { tableFromIPC } from '@uwdata/flechette';
import { getBytes, type ApiError } from './api.ts';
import { asFloat64, type Line } from './frames.ts';
import type { Question } from './loader.ts';

export interface GroupLine extends Line {
  group: string;
  runs: readonly number[];
  band: { low: Float64Array; high: Float64Array };
}

export type BandKind = 'std' | 'stderr' | 'minmax' | 'quantile' | 'none';

export class GroupLoader {
  lines: readonly GroupLine[] = [];
  error: ApiError | null = null;
  loading = false;
  #asked = '';
  #abort: AbortController | null = null;
  #again: (() => void) | null = null;

  constructor(readonly onUpdate: () => void) {}

  want(question: Question, by: unknown, runs: readonly number[], band: BandKind): void {
    const { tag, ...rest } = question;
    const params = {
      tags: [tag],
      by,
      runs,
      x: rest.x,
      range: rest.range,
      width_px: rest.width_px,
      smoothing: rest.smoothing,
      superseded: rest.superseded,
    };
    const text = JSON.stringify([params, band]);
    if (text === this.#asked) return;
    this.#asked = text;
    this.#again = () => void this.#load(params, band, tag);
    this.#again();
  }

  grown(): void {
    if (!this.#abort) this.#again?.();
  }

  stop(): void {
    this.#abort?.abort();
    this.#again = null;
    this.#asked = '';
  }

  async #load(params: unknown, band: BandKind, tag: string): Promise<void> {
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    this.loading = true;
    try {
      const bytes = await getBytes('kinds/scalar/groups', params, abort.signal);
      if (abort.signal.aborted) return;
      this.lines = decodeGroups(bytes, band, tag);
      this.error = null;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.error = error as ApiError;
    }
    this.#abort = null;
    this.loading = false;
    this.onUpdate();
  }
}

export function decodeGroups(bytes: ArrayBuffer, band: BandKind, tag: string): GroupLine[] {
  const table = tableFromIPC(new Uint8Array(bytes), { useBigInt: true });
  const text = (table.schema.metadata as Map<string, string> | null | undefined)?.get('sightline');
  const notes = text
    ? ((JSON.parse(text) as { groups?: { group: string; runs: number[] }[] }).groups ?? [])
    : [];
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
