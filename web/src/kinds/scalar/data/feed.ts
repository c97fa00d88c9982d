// What one chart shows, as it comes from the server: a query for each of its tags, by run or by group.
import { groupsQuery, type BandKind, type GroupLine, type GroupsQuery } from '../../../data/groups_query.ts';
import type { Line } from '../../../data/frames.ts';
import { LinesQuery, type LinesQuestion, type QuerySource } from '../../../data/lines_query.ts';
import type { GroupBy, Tag } from '../../../data/shapes.ts';

export interface FeedQuestion extends Omit<LinesQuestion, 'tag'> {
  tags: readonly Tag[];
  /** Ids of the runs that are drawn. */
  runs: ReadonlySet<number>;
  by: GroupBy | null;
  band: BandKind;
}

/** Bands are drawn on fewer points: each is a statistic of many. */
const GROUP_WIDTH_PX = 400;
const GROWTH_MS = 200;

export class ChartFeed {
  #byRun = new Map<string, LinesQuery>();
  #byGroup = new Map<string, GroupsQuery>();
  #isGrouped = false;
  #isHeld = false;
  readonly #source: QuerySource;

  /** `onUpdate` is called whenever lines, `loading` or `error` changed. */
  constructor(
    source: QuerySource,
    readonly onUpdate: () => void,
  ) {
    this.#source = { growth_ms: GROWTH_MS, ...source };
  }

  ask({ tags, runs, by, band, ...question }: FeedQuestion): void {
    this.#isGrouped = by !== null;
    this.#stopAllBut(new Set(tags.map((tag) => tag.tag)));
    // Those of the other sort keep their lines, for when a person changes back.
    if (by === null) for (const query of this.#byGroup.values()) query.ask(null);
    else for (const query of this.#byRun.values()) query.withdraw();
    for (const { tag, runs: having } of tags) {
      const shown = having.filter((id) => runs.has(id));
      if (by === null) this.#linesOf(tag).ask({ ...question, tag }, shown, having.length);
      else this.#askGroups(tag, question, by, shown, band);
    }
  }

  /** The lines there are of a tag; those of an earlier question until the new ones are here. */
  lines(tag: string): readonly Line[] {
    return this.#isGrouped ? [] : [...(this.#byRun.get(tag)?.lines.values() ?? [])];
  }

  groupLines(tag: string): readonly GroupLine[] {
    return this.#isGrouped ? (this.#byGroup.get(tag)?.value ?? []) : [];
  }

  /** What came for each tag: other objects mean other lines. */
  get answers(): readonly (object | null)[] {
    return this.#isGrouped
      ? [...this.#byGroup.values()].map((query) => query.value)
      : [...this.#byRun.values()].map((query) => query.lines);
  }

  get loading(): boolean {
    return this.#queries().some((query) => query.loading);
  }

  get error(): Error | null {
    return this.#queries().find((query) => query.error)?.error ?? null;
  }

  /** Hold updates back while the chart is out of sight; what was missed is requested when that ends. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    for (const queries of [this.#byRun, this.#byGroup])
      for (const query of queries.values()) query.hold(isHeld);
  }

  /** Ask again what failed. */
  retry(): void {
    for (const query of this.#queries()) if (query.error) query.retry();
  }

  stop(): void {
    this.#stopAllBut(new Set());
  }

  #queries(): (LinesQuery | GroupsQuery)[] {
    return [...(this.#isGrouped ? this.#byGroup : this.#byRun).values()];
  }

  #askGroups(
    tag: string,
    { raw: _, ...question }: Omit<LinesQuestion, 'tag'>,
    by: GroupBy,
    runs: readonly number[],
    band: BandKind,
  ): void {
    const width_px = Math.min(question.width_px, GROUP_WIDTH_PX);
    this.#groupsOf(tag).ask({ ...question, tag, width_px, by, runs, band }, runs);
  }

  #linesOf(tag: string): LinesQuery {
    const query = this.#byRun.get(tag) ?? new LinesQuery(this.#source, this.onUpdate);
    query.hold(this.#isHeld);
    this.#byRun.set(tag, query);
    return query;
  }

  #groupsOf(tag: string): GroupsQuery {
    const query = this.#byGroup.get(tag) ?? groupsQuery(this.#source, this.onUpdate);
    query.hold(this.#isHeld);
    this.#byGroup.set(tag, query);
    return query;
  }

  #stopAllBut(tags: ReadonlySet<string>): void {
    for (const queries of [this.#byRun, this.#byGroup]) {
      for (const [tag, query] of queries) {
        if (tags.has(tag)) continue;
        query.stop();
        queries.delete(tag);
      }
    }
  }
}
