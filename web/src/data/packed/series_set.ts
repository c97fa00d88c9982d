// The series of a kind in the core: loaded run by run, picked by run and tag, added to a question.
import { ApiError } from '../provider_types.ts';
import type { Core } from './core.ts';
import type { Entries } from './entries.ts';

/** A series: where the core has it. */
export interface Picked {
  run: number;
  tag: string;
  entry: number;
  item: number;
}

interface LoadedRun {
  entry: number;
  items: ReadonlyMap<string, number>;
}

export class SeriesSet {
  /** All runs with the kind's values, in the report's order. */
  readonly runs: readonly number[];
  readonly #prefix: string;
  readonly #loaded = new Map<number, Promise<LoadedRun>>();

  constructor(
    readonly core: Core,
    readonly entries: Entries,
    readonly kind: string,
  ) {
    this.#prefix = `columns/${kind}/`;
    const keys = entries.keys().filter((key) => key.startsWith(this.#prefix));
    this.runs = keys.map((key) => Number(key.slice(this.#prefix.length)));
  }

  /** The series of these runs and tags that exist: tag by tag; run by run where `tags` is null. */
  async pick(runs: readonly number[] | null, tags: readonly string[] | null): Promise<Picked[]> {
    const known = new Set(this.runs);
    const chosen = runs?.filter((run) => known.has(run)) ?? this.runs;
    const loaded = await Promise.all(chosen.map(async (run) => ({ run, ...(await this.#load(run)) })));
    const of = (tag: string, each: (typeof loaded)[number]): Picked[] => {
      const item = each.items.get(tag);
      return item === undefined ? [] : [{ run: each.run, tag, entry: each.entry, item }];
    };
    if (tags) return tags.flatMap((tag) => loaded.flatMap((each) => of(tag, each)));
    return loaded.flatMap((each) => [...each.items.keys()].flatMap((tag) => of(tag, each)));
  }

  async runNames(): Promise<ReadonlyMap<number, string>> {
    const answer = await this.entries.json<{ runs: { id: number; name: string }[] }>('runs');
    return new Map(answer?.runs.map(({ id, name }) => [id, name]));
  }

  /** Begin a question about these series; with `xTag` that scalar of the same run is their x. */
  begin(
    picked: readonly Picked[],
    superseded: boolean,
    others: ReadonlyMap<number, Picked> | null = null,
  ): void {
    this.core.call('begin');
    for (const { run, entry, item } of picked) {
      this.core.call('add_series', entry, item, superseded);
      const other = others?.get(run);
      if (other) this.core.call('add_x', other.entry, other.item, superseded);
    }
  }

  #load(run: number): Promise<LoadedRun> {
    const known = this.#loaded.get(run);
    if (known) return known;
    const loading = this.#unpack(run);
    this.#loaded.set(run, loading);
    return loading;
  }

  async #unpack(run: number): Promise<LoadedRun> {
    const bytes = await this.entries.bytes(this.#prefix + String(run));
    const found = bytes && this.core.unpack(bytes);
    if (!found) throw new ApiError(500, `The ${this.kind}s of a run in this report are damaged.`);
    return { entry: found.entry, items: new Map(found.names.map((name, item) => [name, item])) };
  }
}
