// The runs of the group under the pointer, asked for once it rests there.
import type { ChartLine } from '../../../charts/lines/lines.ts';
import { LineLoader, type Question } from '../../../data/loader.ts';

const REST_MS = 120;
/** So many lines tell the spread; more would only be a blot. */
const MAX_MEMBERS = 60;

export class Members {
  #loader = new LineLoader(() => this.onUpdate());
  #key = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly onUpdate: () => void) {}

  /** Look at a group (by its line's key), or with null at none. */
  look(key: string | null, runs: readonly number[], question: Question | null): void {
    if (key === this.#key) return;
    this.#key = key ?? '';
    clearTimeout(this.#timer);
    this.#loader.stop();
    this.#loader.lines = new Map();
    if (key === null || !question) return;
    this.#timer = setTimeout(() => this.#loader.want(question, runs.slice(0, MAX_MEMBERS), -1), REST_MS);
  }

  /** The members' lines in the look of their group's. */
  lines(of: ChartLine | undefined): ChartLine[] {
    if (!of || of.key !== this.#key) return [];
    return [...this.#loader.lines.values()].map((line) => ({
      ...of,
      key: '',
      x: line.x,
      y: line.smoothed ?? line.values,
      raw: null,
      band: null,
      live: false,
    }));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#loader.stop();
  }
}
