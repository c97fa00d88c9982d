// The lines of one chart, run by run: requests only the runs that are missing or have grown, and keeps the old lines
// until the new ones are here.
import { decodeLines, type Line } from './frames.ts';
import type { Generations } from './generations.ts';
import { fetchQuery, type FetchQuery } from './kind_query.ts';
import { RequestLoop, type Job, type Pace } from './request_loop.ts';
import type { SeriesParams } from './shapes.ts';

/** An x axis as the server takes it. */
export type QueryAxis = NonNullable<SeriesParams['x']>;

/** What decides how the lines of a tag look, whatever runs they are of. */
export interface LinesQuestion extends Required<Omit<SeriesParams, 'tags' | 'runs'>> {
  tag: string;
}

export interface QuerySource extends Pace {
  generations: Generations;
  fetch?: FetchQuery;
}

interface Wanted {
  key: string;
  question: LinesQuestion;
  runs: readonly number[];
  /** How many runs have the tag: where all are missing, none has to be named. */
  nAll: number;
}

export class LinesQuery {
  /** By run id. Replaced, never changed: the same map means the same lines. */
  lines: ReadonlyMap<number, Line> = new Map();
  #wanted: Wanted | null = null;
  /** The question that the lines answer, and the generation at which each run was requested. */
  #answered: { key: string; generations: Map<number, number> } = { key: '', generations: new Map() };
  readonly #loop: RequestLoop;
  readonly #unsubscribe: () => void;

  constructor(
    readonly source: QuerySource,
    onUpdate: () => void,
  ) {
    this.#loop = new RequestLoop(() => this.#next(), onUpdate, source);
    this.#unsubscribe = source.generations.subscribe(() => this.#loop.check());
  }

  get loading(): boolean {
    return this.#loop.loading;
  }

  get error(): Error | null {
    return this.#loop.error;
  }

  /** Request the lines of these runs; those that are here for the same question are not requested again. */
  ask(question: LinesQuestion, runs: readonly number[], nAll: number): void {
    this.#wanted = { key: JSON.stringify(question), question, runs, nAll };
    this.#loop.check();
  }

  /** Nothing is wanted for now; the lines stay. */
  withdraw(): void {
    this.#wanted = null;
    this.#loop.check();
  }

  /** Withdraw the question and drop the lines. */
  clear(): void {
    this.lines = new Map();
    this.#answered = { key: '', generations: new Map() };
    this.withdraw();
  }

  hold(isHeld: boolean): void {
    this.#loop.hold(isHeld);
  }

  retry(): void {
    this.#loop.retry();
  }

  stop(): void {
    this.#unsubscribe();
    this.#wanted = null;
    this.#loop.stop();
  }

  #next(): Job | null {
    const wanted = this.#wanted;
    if (!wanted) return null;
    const missing = this.#missing(wanted);
    if (missing.length === 0) return null;
    const generation = this.source.generations.of(missing);
    return {
      key: wanted.key,
      stamp: `${String(generation)} ${missing.join()} ${wanted.key}`,
      isUpdate:
        wanted.key === this.#answered.key && missing.every((run) => this.#answered.generations.has(run)),
      run: (signal) => this.#request(wanted, missing, signal),
    };
  }

  #missing({ key, runs }: Wanted): number[] {
    if (key !== this.#answered.key) return [...runs];
    return runs.filter((run) => this.#answered.generations.get(run) !== this.source.generations.of([run]));
  }

  async #request(
    { key, question, nAll }: Wanted,
    missing: readonly number[],
    signal: AbortSignal,
  ): Promise<void> {
    const generations = missing.map((run) => this.source.generations.of([run]));
    const { tag, ...rest } = question;
    const params: SeriesParams = { runs: missing.length === nAll ? null : missing, tags: [tag], ...rest };
    const bytes = await (this.source.fetch ?? fetchQuery)(
      { kind: 'scalar', query: 'series', params },
      signal,
    );
    if (signal.aborted) return;
    const found = decodeLines(bytes, question.x).map((line): [number, Line] => [line.run, line]);
    const isSame = key === this.#answered.key;
    this.lines = new Map([...(isSame ? this.lines : []), ...found]);
    if (!isSame) this.#answered = { key, generations: new Map() };
    missing.forEach((run, i) => this.#answered.generations.set(run, generations[i] as number));
  }
}
