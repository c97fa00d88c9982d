// The small lines of the run list: of each drawn tag one request for the rows in sight, and again for those that grow.
import type { Line } from '../../data/frames.ts';
import { LinesQuery } from '../../data/lines_query.ts';
import type { Board } from '../../public/board.ts';

const GROWTH_MS = 1000;
/** A line is 72 px wide; more buckets than this could not be distinguished. */
const WIDTH_BUCKETS = 36;

/** Groups of more runs have no line: it would take a request for all of them. */
export const MOST_MEMBERS = 50;

export type LineOf = (tag: string, run: number) => Line | null;

export class Sparklines {
  #queries = new Map<string, LinesQuery>();
  #lines = $state.raw<ReadonlyMap<string, ReadonlyMap<number, Line>>>(new Map());

  constructor(readonly board: Pick<Board, 'generations' | 'tags'>) {}

  readonly lineOf: LineOf = (tag, run) => this.#lines.get(tag)?.get(run) ?? null;

  /** Call it in an effect that follows the columns and the rows in sight. */
  ask(tags: readonly string[], inSight: ReadonlySet<number>): void {
    for (const [tag, query] of this.#queries)
      if (!tags.includes(tag)) {
        query.stop();
        this.#queries.delete(tag);
      }
    for (const tag of tags) {
      const have = this.board.tags.find((one) => one.kind === 'scalar' && one.tag === tag)?.runs ?? [];
      const runs = have.filter((run) => inSight.has(run));
      this.#query(tag).ask(
        {
          tag,
          x: 'step',
          range: null,
          width_px: WIDTH_BUCKETS,
          smoothing: null,
          superseded: false,
          raw: true,
        },
        runs,
        have.length,
      );
    }
  }

  stop(): void {
    for (const query of this.#queries.values()) query.stop();
    this.#queries.clear();
  }

  #query(tag: string): LinesQuery {
    const known = this.#queries.get(tag);
    if (known) return known;
    const query = new LinesQuery({ generations: this.board.generations, growth_ms: GROWTH_MS }, () => {
      this.#lines = new Map([...this.#lines, [tag, query.lines]]);
    });
    this.#queries.set(tag, query);
    return query;
  }
}
