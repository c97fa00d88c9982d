// What the queries of scalars have in common: the series they are about, their x, range and smoothing, as the core takes them.
import type { Queries } from '../shapes.ts';
import type { Picked, SeriesSet } from './series_set.ts';

export type SeriesParams = Queries['scalar']['series'];
export type GroupsParams = Queries['scalar']['groups'];
type Charted = Pick<SeriesParams, 'tags' | 'runs' | 'x' | 'range' | 'smoothing' | 'superseded'>;

const AXES: readonly unknown[] = ['step', 'wall', 'relative'];
const COLUMN_AXIS = 3;
const SMOOTHINGS = ['none', 'ema', 'window', 'gaussian'];
/** The density of this many runs stands for that of all, as on the server. */
const MAX_SAMPLE = 16;

/** Has a range, and from where to where. */
export type CoreRange = readonly [boolean, number, number];

export function coreRange(range: readonly number[] | null | undefined): CoreRange {
  return [range !== null && range !== undefined, range?.[0] ?? 0, range?.[1] ?? 0];
}

export class ScalarQuestion {
  readonly axis: number;
  readonly range: CoreRange;
  readonly superseded: boolean;
  readonly #xTag: string | null;

  constructor(
    readonly set: SeriesSet,
    readonly params: Charted,
  ) {
    const { x = 'step' } = params;
    this.#xTag = typeof x === 'object' ? x.tag : null;
    this.axis = typeof x === 'object' ? COLUMN_AXIS : AXES.indexOf(x);
    this.range = coreRange(params.range);
    this.superseded = params.superseded ?? false;
  }

  /** The series of these runs and tags whose run has the x, and that x by run. */
  async pick(
    runs: readonly number[] | null,
    tags: readonly string[],
  ): Promise<{ picked: Picked[]; others: ReadonlyMap<number, Picked> | null }> {
    const picked = await this.set.pick(runs, tags);
    if (this.#xTag === null) return { picked, others: null };
    const others = new Map((await this.set.pick(runs, [this.#xTag])).map((each) => [each.run, each]));
    return { picked: picked.filter((each) => others.has(each.run)), others };
  }

  /** The core's number for the smoothing, and its amount; that of automatic smoothing by the density of points. */
  async smoothing(): Promise<{ kind: number; amount: number }> {
    const { smoothing, tags } = this.params;
    if (!smoothing) return { kind: 0, amount: 0 };
    const kind = SMOOTHINGS.indexOf(smoothing.kind);
    if (typeof smoothing.auto_px !== 'number') return { kind, amount: smoothing.amount ?? 0 };
    // All runs count: lines requested one after the other are smoothed alike.
    const { picked, others } = await this.pick(null, tags);
    const stride = Math.ceil(picked.length / MAX_SAMPLE) || 1;
    const sample = picked.filter((_, place) => place % stride === 0);
    this.set.begin(sample, this.superseded, others);
    const amount = this.set.core.call('auto_smoothing', this.axis, ...this.range, kind, smoothing.auto_px);
    return { kind: amount > 0 ? kind : 0, amount };
  }
}
