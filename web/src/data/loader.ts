// The lines of one chart: asks only for what is missing or has grown, keeps the old lines until new ones are there.
import { getBytes, type ApiError } from './api.ts';
import { decodeLines, type Line } from './frames.ts';

/** As the server takes it. */
export type AskedAxis = 'step' | 'relative' | 'wall' | { tag: string };

export interface Question {
  tag: string;
  x: AskedAxis;
  range: readonly [number, number] | null;
  width_px: number;
  smoothing: { kind: string; amount: number } | null;
  superseded: boolean;
  /** Whether points are also chosen by the raw values behind smoothed ones. */
  raw: boolean;
}

type Fetch = (path: string, params: unknown, signal?: AbortSignal) => Promise<ArrayBuffer>;

export class LineLoader {
  /** By run id; replaced as a whole when the question changes, by run when a run grows. */
  lines = new Map<number, Line>();
  error: ApiError | null = null;
  loading = false;

  #question = '';
  #have = new Set<number>();
  #abort: AbortController | null = null;
  #again = false;
  #wanted: { question: Question; runs: readonly number[]; nAll: number } | null = null;

  constructor(
    readonly onUpdate: () => void,
    readonly fetch: Fetch = getBytes,
  ) {}

  /** Say what is to be shown; asks the server for runs that are not there yet (`nAll`: how many runs have the tag). */
  want(question: Question, runs: readonly number[], nAll: number): void {
    const text = JSON.stringify(question);
    if (text !== this.#question) {
      this.#question = text;
      this.#have.clear();
      this.#abort?.abort();
      this.#abort = null;
    }
    this.#wanted = { question, runs, nAll };
    void this.#load();
  }

  /** Say that runs have grown (null: all); what was wanted is asked for again, the old lines stay meanwhile. */
  grown(changed: ReadonlySet<number> | null): void {
    if (changed === null) this.#have.clear();
    else for (const run of changed) this.#have.delete(run);
    void this.#load();
  }

  retry(): void {
    this.error = null;
    this.onUpdate();
    void this.#load();
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#wanted = null;
  }

  async #load(): Promise<void> {
    if (!this.#wanted) return;
    if (this.#abort) {
      // One request at a time and chart; what changed meanwhile is asked for when it is back.
      this.#again = true;
      return;
    }
    const { question, runs, nAll } = this.#wanted;
    const missing = runs.filter((run) => !this.#have.has(run));
    if (missing.length === 0) return;
    const abort = (this.#abort = new AbortController());
    const first = this.#have.size === 0;
    for (const run of missing) this.#have.add(run);
    this.loading = true;
    try {
      const { tag, ...rest } = question;
      const bytes = await this.fetch(
        'kinds/scalar/series',
        { runs: missing.length === nAll ? null : missing, tags: [tag], ...rest },
        abort.signal,
      );
      if (abort.signal.aborted) return;
      const lines = decodeLines(bytes, question.x);
      if (first) this.lines = new Map(lines.map((line) => [line.run, line]));
      else for (const line of lines) this.lines.set(line.run, line);
      this.error = null;
    } catch (error) {
      if (abort.signal.aborted) return;
      for (const run of missing) this.#have.delete(run);
      this.error = error as ApiError;
      this.#again = false;
    }
    this.#abort = null;
    this.loading = false;
    this.onUpdate();
    if (this.#again) {
      this.#again = false;
      void this.#load();
    }
  }
}
