// One y range for all cards of a section that wish so: the union of what each would take by itself.
import type { Range } from '../../../charts/lines/extent.ts';

export class SharedRanges {
  #own = new Map<string, Map<object, Range>>();
  #unions = $state.raw<ReadonlyMap<string, Range>>(new Map());

  of(section: string): Range | null {
    return this.#unions.get(section) ?? null;
  }

  /** Say what a card would take by itself; null: it shares no more. */
  report(section: string, card: object, range: Range | null): void {
    const cards = this.#own.get(section) ?? new Map<object, Range>();
    this.#own.set(section, cards);
    if (range) cards.set(card, range);
    else cards.delete(card);
    this.#publish(section, [...cards.values()]);
  }

  #publish(section: string, ranges: readonly Range[]): void {
    const union: Range = [
      Math.min(...ranges.map(([low]) => low)),
      Math.max(...ranges.map(([, high]) => high)),
    ];
    const before = this.#unions.get(section);
    if (before?.[0] === union[0] && before[1] === union[1]) return;
    const next = new Map(this.#unions);
    if (ranges.length > 0) next.set(section, union);
    else next.delete(section);
    this.#unions = next;
  }
}

/** The one of this page. */
export const sharedRanges = new SharedRanges();
