// The runs of the group under the pointer, requested once it rests there.
import type { ChartLine } from '../../../charts/lines/lines.ts';
import { LinesQuery, type LinesQuestion, type QuerySource } from '../../../data/lines_query.ts';

const DEBOUNCE_MS = 120;
/** So many lines show the spread; more would only be a blot. */
const MAX_MEMBERS = 60;

export class GroupMembers {
  #key: string | null = null;
  readonly #query: LinesQuery;

  constructor(source: QuerySource, onUpdate: () => void) {
    this.#query = new LinesQuery({ ...source, debounce_ms: DEBOUNCE_MS }, onUpdate);
    // A look in passing: the lines stay as they are while the pointer rests.
    this.#query.hold(true);
  }

  /** Show the members of a group, named by its line's key. */
  show(key: string, runs: readonly number[], question: LinesQuestion): void {
    if (key === this.#key) return;
    this.hide();
    this.#key = key;
    this.#query.ask(question, runs.slice(0, MAX_MEMBERS), -1);
  }

  hide(): void {
    if (this.#key === null) return;
    this.#key = null;
    this.#query.clear();
  }

  /** The members' lines, drawn as their group's line is. */
  lines(group: ChartLine | undefined): ChartLine[] {
    if (!group || group.key !== this.#key) return [];
    return [...this.#query.lines.values()].map((line) => ({
      ...group,
      key: '',
      x: line.x,
      y: line.smoothed ?? line.values,
      raw: null,
      band: null,
      live: false,
    }));
  }

  stop(): void {
    this.#query.stop();
  }
}
