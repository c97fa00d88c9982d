// A live query whose answer is reactive state: for stores that live as long as the page, and for `liveQuery`.
import { LiveQuery, type LiveQueryOptions } from '../data/live_query.ts';

export class ReactiveQuery<Q, T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<Error | null>(null);
  loading = $state(false);
  readonly #query: LiveQuery<Q, T>;

  constructor(options: Omit<LiveQueryOptions<Q, T>, 'onUpdate'>) {
    this.#query = new LiveQuery({ ...options, onUpdate: () => this.#update() });
  }

  ask(question: Q | null, runs: readonly number[] | null = null): void {
    this.#query.ask(question, runs);
  }

  hold(isHeld: boolean): void {
    this.#query.hold(isHeld);
  }

  retry(): void {
    this.#query.retry();
  }

  refresh(): void {
    this.#query.refresh();
  }

  stop(): void {
    this.#query.stop();
  }

  #update(): void {
    const { value, error, loading } = this.#query;
    this.value = value;
    this.error = error;
    this.loading = loading;
  }
}
