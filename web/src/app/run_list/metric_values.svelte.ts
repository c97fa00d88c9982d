// Values of the metrics that the run list shows, asked for again (not too often) while runs grow.
import { fetchSummaries } from '../../data/summaries.ts';
import type { Tag } from '../../data/shapes.ts';
import type { Board } from '../../public/board.svelte.ts';
import type { KnownMetrics } from './columns.ts';

const AGAIN_MS = 1000;

interface Growing {
  last: Map<number, number>;
  min: Map<number, number>;
  max: Map<number, number>;
}

export class MetricValueStore {
  known = $state.raw<KnownMetrics>(new Map());
  #tags: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly board: Board) {}

  want(tags: readonly string[]): void {
    if (tags.join('\n') === this.#tags.join('\n')) return;
    this.#tags = tags;
    void this.#load();
  }

  /** Follow the board until the returned function is called. */
  follow(): () => void {
    const stop = this.board.generations.subscribe(() => this.#later());
    return () => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      stop();
    };
  }

  #later(): void {
    if (this.#tags.length === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#load();
    }, AGAIN_MS);
  }

  async #load(): Promise<void> {
    if (this.#tags.length === 0) return;
    try {
      const found = new Map<string, Growing>(
        this.#tags.map((tag) => [tag, { last: new Map(), min: new Map(), max: new Map() }]),
      );
      for (const { run, tag, last, min, max } of await fetchSummaries(this.#tags)) {
        const values = found.get(tag);
        values?.last.set(run, last);
        values?.min.set(run, min);
        values?.max.set(run, max);
      }
      this.known = found;
    } catch {
      // The columns stay as they were; the banner says when the server is gone.
    }
  }
}

/** The metric most people want beside the name: a validation loss, else any loss, else any scalar; the one most runs have. */
export function usualMetric(tags: readonly Tag[]): string[] {
  const scalars = tags
    .filter((tag) => tag.kind === 'scalar')
    .sort((a, b) => b.runs.length - a.runs.length || b.n_points - a.n_points);
  const wanted = [/(val|valid|eval|test)[^/]*\/.*loss/i, /(val|eval|test).*loss/i, /loss/i, /acc/i, /./];
  for (const pattern of wanted) {
    const found = scalars.find((tag) => pattern.test(tag.tag));
    if (found) return [found.tag];
  }
  return [];
}
