// One figure per run and tag for tables: the last, an extreme, or the one at a step.
import type { Span, Summary } from '../../data/summaries.ts';

export type Figure = 'last' | 'min' | 'max' | 'step';

export class Figures {
  #values = new Map<string, number>();

  constructor(rows: readonly { run: number; tag: string; value: number }[]) {
    for (const { run, tag, value } of rows) this.#values.set(key(run, tag), value);
  }

  static of(figure: Figure, summaries: readonly Summary[], spans: readonly Span[]): Figures {
    if (figure === 'step') return new Figures(spans.map(({ run, tag, end }) => ({ run, tag, value: end })));
    return new Figures(summaries.map((one) => ({ run: one.run, tag: one.tag, value: one[figure] })));
  }

  value(run: number, tag: string): number | undefined {
    return this.#values.get(key(run, tag));
  }

  /** Less the baseline's value; undefined where either has none. */
  delta(run: number, tag: string, baseline: number): number | undefined {
    const [value, base] = [this.value(run, tag), this.value(baseline, tag)];
    return value === undefined || base === undefined || run === baseline ? undefined : value - base;
  }

  /** The delta in parts of the baseline's value. */
  share(run: number, tag: string, baseline: number): number | undefined {
    const delta = this.delta(run, tag, baseline);
    return delta === undefined ? undefined : delta / Math.abs(this.value(baseline, tag) as number);
  }
}

function key(run: number, tag: string): string {
  return `${String(run)} ${tag}`;
}
