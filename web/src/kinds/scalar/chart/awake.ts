// Which charts stay as they are when they leave the sight: those seen last. However far one scrolls, memory has a bound.

/** A chart that can give back its lines and canvases, and is made anew when it is seen again. */
export interface Sleeper {
  sleep(): void;
}

/** About four screens full; scrolling back a little shows what was there at once. */
const MOST_AWAKE = 36;

export class Awake {
  /** Longest ago first. */
  #unseen = new Set<Sleeper>();
  #seen = new Set<Sleeper>();

  constructor(readonly most = MOST_AWAKE) {}

  see(chart: Sleeper): void {
    this.#unseen.delete(chart);
    this.#seen.add(chart);
    this.#bound();
  }

  leave(chart: Sleeper): void {
    if (!this.#seen.delete(chart)) return;
    this.#unseen.add(chart);
    this.#bound();
  }

  /** The chart is gone for good. */
  forget(chart: Sleeper): void {
    this.#seen.delete(chart);
    this.#unseen.delete(chart);
  }

  #bound(): void {
    for (const chart of this.#unseen) {
      if (this.#seen.size + this.#unseen.size <= this.most) return;
      this.#unseen.delete(chart);
      chart.sleep();
    }
  }
}

/** The one of this page. */
export const awake = new Awake();
