// What automatic smoothing amounts to in the charts of the page: each reports its own, controls show the range.

export class AutoAmounts {
  #reported = new Map<object, number>();
  #range = $state.raw<readonly [number, number]>([0, 0]);

  /** The least and the most of all charts that reported. */
  get range(): readonly [number, number] {
    return this.#range;
  }

  /** Say what a chart is smoothed with; null: it shows nothing. */
  report(chart: object, amount: number | null): void {
    if (amount === null) this.#reported.delete(chart);
    else this.#reported.set(chart, amount);
    const all = [...this.#reported.values()];
    const next: [number, number] = all.length > 0 ? [Math.min(...all), Math.max(...all)] : [0, 0];
    if (next[0] !== this.#range[0] || next[1] !== this.#range[1]) this.#range = next;
  }
}

/** The one of this page. */
export const autoAmounts = new AutoAmounts();
