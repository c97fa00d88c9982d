// Which runs a filter expression matches, as the server says; the last good answer stays while a new one is typed.
import { asJson, getPath } from '../../data/api.ts';
import type { Board } from '../board.ts';
import { ReactiveQuery } from '../reactive_query.svelte.ts';
import type { FilterProblem } from './filter.ts';

interface FilterAnswer {
  runs: number[];
  problem: FilterProblem | null;
}

interface Matches {
  runs: ReadonlySet<number> | null;
  problem: FilterProblem | null;
}

export class FilterQuery {
  #expression = $state<string | null>(null);
  #lastGood: ReadonlySet<number> | null = null;
  readonly #query: ReactiveQuery<string, Matches>;

  /** Ids of the runs that match; null where nothing is filtered. */
  readonly matches: ReadonlySet<number> | null = $derived.by(() =>
    this.#expression === null ? null : (this.#query.value?.runs ?? null),
  );
  readonly problem: FilterProblem | null = $derived.by(() => {
    if (this.#expression === null) return null;
    const { value, error } = this.#query;
    return error ? { message: error.message, position: null } : (value?.problem ?? null);
  });

  constructor(board: Pick<Board, 'generations'>, debounce_ms: number, fetch: typeof getPath = getPath) {
    this.#query = new ReactiveQuery({
      fetch: (expression, signal) => fetch(`filter?expr=${encodeURIComponent(expression)}`, signal),
      decode: (bytes) => this.#decode(asJson<FilterAnswer>(bytes)),
      generations: board.generations,
      debounce_ms,
      growth_ms: debounce_ms,
    });
  }

  /** Filter by an expression; null: by none. */
  ask(expression: string | null): void {
    if (expression === null) this.#lastGood = null;
    this.#expression = expression;
    // Growth reaches it by `refresh`, together with changes by people.
    this.#query.ask(expression, []);
  }

  /** The runs changed: others may match now. */
  refresh(): void {
    this.#query.refresh();
  }

  stop(): void {
    this.#query.stop();
  }

  #decode({ runs, problem }: FilterAnswer): Matches {
    if (problem === null) this.#lastGood = new Set(runs);
    return { runs: this.#lastGood, problem };
  }
}
