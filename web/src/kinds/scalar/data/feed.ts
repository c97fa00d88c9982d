// What one chart shows, as it comes from the server: a loader for each of its tags, by run or by group.
import type { ApiError } from '../../../data/api.ts';
import type { Line } from '../../../data/frames.ts';
import { GroupLoader, type BandKind, type GroupLine } from '../../../data/group_loader.ts';
import { LineLoader, type Question } from '../../../data/loader.ts';
import type { Tag } from '../../../data/shapes.ts';
import type { GroupBy } from '../../../public/runs/groups.ts';

export interface FeedQuestion extends Omit<Question, 'tag'> {
  tags: readonly Tag[];
  /** Ids of the runs that are drawn. */
  runs: ReadonlySet<number>;
  by: GroupBy | null;
  band: BandKind;
}

/** Bands are drawn on fewer points: each is a statistic of many. */
const GROUP_WIDTH_PX = 400;

export class ChartFeed {
  #byRun = new Map<string, LineLoader>();
  #byGroup = new Map<string, GroupLoader>();
  #grouped = false;

  constructor(readonly onUpdate: () => void) {}

  want({ tags, runs, by, band, ...question }: FeedQuestion): void {
    this.#grouped = by !== null;
    this.#forget(new Set(tags.map((tag) => tag.tag)));
    for (const { tag, runs: having } of tags) {
      const shown = having.filter((id) => runs.has(id));
      if (by)
        this.#group(tag).want(
          { ...question, tag, width_px: Math.min(question.width_px, GROUP_WIDTH_PX) },
          by,
          shown,
          band,
        );
      else this.#run(tag).want({ ...question, tag }, shown, having.length);
    }
  }

  /** The lines there are of a tag; of an earlier question until the new ones came. */
  lines(tag: string): readonly Line[] {
    return this.#grouped ? [] : [...(this.#byRun.get(tag)?.lines.values() ?? [])];
  }

  groupLines(tag: string): readonly GroupLine[] {
    return this.#grouped ? (this.#byGroup.get(tag)?.lines ?? []) : [];
  }

  get loading(): boolean {
    return this.#loaders().some((loader) => loader.loading);
  }

  get error(): ApiError | null {
    return this.#loaders().find((loader) => loader.error)?.error ?? null;
  }

  grown(changed: ReadonlySet<number> | null): void {
    if (this.#grouped) for (const loader of this.#byGroup.values()) loader.grown();
    else for (const loader of this.#byRun.values()) loader.grown(changed);
  }

  retry(): void {
    if (this.#grouped) this.grown(null);
    else for (const loader of this.#byRun.values()) if (loader.error) loader.retry();
  }

  stop(): void {
    this.#forget(new Set());
  }

  #loaders(): { loading: boolean; error: ApiError | null }[] {
    return [...(this.#grouped ? this.#byGroup : this.#byRun).values()];
  }

  #run(tag: string): LineLoader {
    const loader = this.#byRun.get(tag) ?? new LineLoader(this.onUpdate);
    this.#byRun.set(tag, loader);
    return loader;
  }

  #group(tag: string): GroupLoader {
    const loader = this.#byGroup.get(tag) ?? new GroupLoader(this.onUpdate);
    this.#byGroup.set(tag, loader);
    return loader;
  }

  #forget(kept: ReadonlySet<string>): void {
    for (const loaders of [this.#byRun, this.#byGroup]) {
      for (const [tag, loader] of loaders) {
        if (kept.has(tag)) continue;
        loader.stop();
        loaders.delete(tag);
      }
    }
  }
}
