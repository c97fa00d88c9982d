// One question to the server whose answer stays current.
//
//   const query = new LiveQuery({ fetch, decode, generations, onUpdate: () => draw(query.value) });
//   query.ask({ tag: 'loss' }, [1, 2]);   // the runs whose growth makes the answer stale; null: any run
//   query.ask({ tag: 'acc' }, [1, 2]);    // aborts the first request; the old answer stays until the new one is here
//   query.ask(null);                      // nothing is wanted for now; the answer stays
//   query.hold(true);                     // paused: no updates, but new questions are requested
//   query.retry();                        // after an error
//   query.refresh();                      // the answer may have changed for a reason other than growth
//   query.stop();                         // for good
//
// An equal question is not requested again. When runs grow, it is requested again after a moment; growth that arrives
// while a request is under way is requested after it. With a `cache`, an answer given before at the same generation is
// shown at once. In components use `liveQuery` of `public/live_query.svelte.ts`, which makes all this reactive.
import type { AnswerCache } from './answer_cache.ts';
import type { Generations } from './generations.ts';
import { RequestLoop, type Job, type Pace } from './request_loop.ts';

export interface LiveQueryOptions<Q, T> extends Pace {
  fetch: (question: Q, signal: AbortSignal) => Promise<ArrayBuffer>;
  decode: (bytes: ArrayBuffer, question: Q) => T;
  generations: Generations;
  /** Called whenever `value`, `loading` or `error` changed. */
  onUpdate: () => void;
  /** Only for questions whose text says all: it is the key. */
  cache?: AnswerCache;
}

interface Wanted<Q> {
  key: string;
  question: Q;
  runs: readonly number[] | null;
}

export class LiveQuery<Q, T> {
  /** The last answer; that of an earlier question until the new one is here. */
  value: T | null = null;
  #wanted: Wanted<Q> | null = null;
  /** Which question `value` answers, and as of which growth and refresh it was requested. */
  #answered: { key: string; version: string } | null = null;
  #nRefreshes = 0;
  readonly #loop: RequestLoop;
  readonly #unsubscribe: () => void;

  constructor(readonly options: LiveQueryOptions<Q, T>) {
    this.#loop = new RequestLoop(() => this.#next(), options.onUpdate, options);
    this.#unsubscribe = options.generations.subscribe(() => this.#loop.check());
  }

  get loading(): boolean {
    return this.#loop.loading;
  }

  get error(): Error | null {
    return this.#loop.error;
  }

  ask(question: Q | null, runs: readonly number[] | null = null): void {
    this.#wanted = question === null ? null : { key: JSON.stringify(question), question, runs };
    if (this.#wanted && this.#wanted.key !== this.#answered?.key) this.#takeCached(this.#wanted);
    this.#loop.check();
  }

  hold(isHeld: boolean): void {
    this.#loop.hold(isHeld);
  }

  retry(): void {
    this.#loop.retry();
  }

  refresh(): void {
    this.#nRefreshes += 1;
    this.#loop.check();
  }

  stop(): void {
    this.#unsubscribe();
    this.#wanted = null;
    this.#loop.stop();
  }

  #takeCached(wanted: Wanted<Q>): void {
    const generation = this.options.generations.of(wanted.runs);
    const bytes = this.options.cache?.get(wanted.key, generation);
    if (!bytes) return;
    this.#store(wanted, this.#version(generation), bytes);
    this.#loop.clearError();
  }

  #next(): Job | null {
    const wanted = this.#wanted;
    if (!wanted) return null;
    const { key, question, runs } = wanted;
    const generation = this.options.generations.of(runs);
    const isUpdate = this.#answered?.key === key;
    const version = this.#version(generation);
    if (isUpdate && this.#answered?.version === version) return null;
    return {
      key,
      stamp: `${version} ${key}`,
      isUpdate,
      run: async (signal) => {
        const bytes = await this.options.fetch(question, signal);
        if (signal.aborted) return;
        this.#store(wanted, version, bytes);
        this.options.cache?.set(key, generation, bytes);
      },
    };
  }

  #store(wanted: Wanted<Q>, version: string, bytes: ArrayBuffer): void {
    this.value = this.options.decode(bytes, wanted.question);
    this.#answered = { key: wanted.key, version };
  }

  #version(generation: number): string {
    return `${String(generation)}.${String(this.#nRefreshes)}`;
  }
}
