// Last values of the metrics that the run list shows, asked for again (not too often) while runs grow.
import { fetchSummaries } from '../data/summaries.ts';
import type { Tag } from '../data/shapes.ts';
import type { Board } from '../public/board.svelte.ts';
import type { LastValues } from './columns.ts';

const AGAIN_MS = 1000;

export class LastValueStore {
  last = $state.raw<LastValues>(new Map());
  #tags: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(board: Board) {
    board.onChange(() => this.#later());
  }

  want(tags: readonly string[]): void {
    if (tags.join('\n') === this.#tags.join('\n')) return;
    this.#tags = tags;
    void this.#load();
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
      const found = new Map<string, Map<number, number>>();
      for (const { run, tag, last } of await fetchSummaries(this.#tags)) {
        const values = found.get(tag) ?? new Map<number, number>();
        found.set(tag, values.set(run, last));
      }
      this.last = found;
    } catch {
      // The columns stay as they were; the banner says when the server is gone.
    }
  }
}

/** The metric most people want beside the name: a validation loss, else any loss, else the first scalar. */
export function usualMetric(tags: readonly Tag[]): string[] {
  const scalars = tags.filter((tag) => tag.kind === 'scalar');
  const wanted = [/(val|valid|eval|test)[^/]*\/.*loss/i, /(val|eval|test).*loss/i, /loss/i, /acc/i, /./];
  for (const pattern of wanted) {
    const found = scalars.find((tag) => pattern.test(tag.tag));
    if (found) return [found.tag];
  }
  return [];
}
