// One figure per run and tag for tables: the last, an extreme, or the one at a step; of all points or of a range.
import type { Span, Summary } from '../../../data/summaries.ts';

export type Figure = 'last' | 'min' | 'max' | 'step';

export class Figures {
  #values = new Map<string, number>();

  constructor(rows: readonly { run: number; tag: string; value: number }[]) {
    for (const { run, tag, value } of rows) this.#values.set(key(run, tag), value);
  }

  /** Of whole series. */
  static of(figure: Exclude<Figure, 'step'>, summaries: readonly Summary[]): Figures {
    return new Figures(summaries.map((one) => ({ run: one.run, tag: one.tag, value: one[figure] })));
  }

  /** Within a range of steps; a range of one step has its value at either end. */
  static within(figure: Figure, spans: readonly Span[]): Figures {
    const name = figure === 'min' || figure === 'max' ? figure : 'end';
    return new Figures(spans.map((one) => ({ run: one.run, tag: one.tag, value: one[name] })));
  }

  /** The means of groups, under the groups' ids; runs that belong to none are left out. */
  grouped(tags: readonly string[], members: ReadonlyMap<number, readonly number[]>): Figures {
    const rows = [...members].flatMap(([group, runs]) =>
      tags.flatMap((tag) => {
        const values = runs.flatMap((run) => this.value(run, tag) ?? []);
        const value = values.reduce((sum, one) => sum + one, 0) / values.length;
        return values.length > 0 ? [{ run: group, tag, value }] : [];
      }),
    );
    return new Figures(rows);
  }

  value(run: number, tag: string): number | undefined {
    return this.#values.get(key(run, tag));
  }
}

function key(run: number, tag: string): string {
  return `${String(run)} ${tag}`;
}
