// Values of the metrics that the run list shows, requested again (not too often) while runs grow.
import { fetchQuery } from '../../data/kind_query.ts';
import { decodeSummaries } from '../../data/summaries.ts';
import type { Board } from '../../public/board.ts';
import { ReactiveQuery } from '../../public/reactive_query.svelte.ts';
import type { KnownMetrics } from './columns.ts';

const GROWTH_MS = 1000;
const NO_METRICS: KnownMetrics = new Map();

interface MetricValues {
  last: Map<number, number>;
  min: Map<number, number>;
  max: Map<number, number>;
}

export class MetricValueStore {
  readonly #query: ReactiveQuery<readonly string[], KnownMetrics>;
  /** By tag; on an error as they were: the banner says when the server is gone. */
  readonly known: KnownMetrics = $derived.by(() => this.#query.value ?? NO_METRICS);

  constructor(board: Pick<Board, 'generations'>) {
    this.#query = new ReactiveQuery({
      fetch: (tags, signal) => fetchQuery({ kind: 'scalar', query: 'summaries', params: { tags } }, signal),
      decode: decodeMetrics,
      generations: board.generations,
      growth_ms: GROWTH_MS,
    });
  }

  ask(tags: readonly string[]): void {
    this.#query.ask(tags.length === 0 ? null : tags);
  }

  stop(): void {
    this.#query.stop();
  }
}

function decodeMetrics(bytes: ArrayBuffer, tags: readonly string[]): KnownMetrics {
  const found = new Map<string, MetricValues>(
    tags.map((tag) => [tag, { last: new Map(), min: new Map(), max: new Map() }]),
  );
  for (const { run, tag, last, min, max } of decodeSummaries(bytes)) {
    const values = found.get(tag);
    values?.last.set(run, last);
    values?.min.set(run, min);
    values?.max.set(run, max);
  }
  return found;
}
