// Which charts stay mounted when they leave the sight: those seen last. However far one scrolls, memory has a bound.

/** A chart that can give back its lines and canvases, and is made anew when it is seen again. */
export interface UnmountableChart {
  unmount(): void;
}

/** About four screens full; scrolling back a little shows what was there at once. */
const MAX_MOUNTED = 36;

export class MountedCharts {
  /** Longest ago first. */
  #outOfSight = new Set<UnmountableChart>();
  #inSight = new Set<UnmountableChart>();

  constructor(readonly max = MAX_MOUNTED) {}

  enter(chart: UnmountableChart): void {
    this.#outOfSight.delete(chart);
    this.#inSight.add(chart);
    this.#unmountOldest();
  }

  leave(chart: UnmountableChart): void {
    if (!this.#inSight.delete(chart)) return;
    this.#outOfSight.add(chart);
    this.#unmountOldest();
  }

  /** The chart is gone for good. */
  remove(chart: UnmountableChart): void {
    this.#inSight.delete(chart);
    this.#outOfSight.delete(chart);
  }

  #unmountOldest(): void {
    for (const chart of this.#outOfSight) {
      if (this.#inSight.size + this.#outOfSight.size <= this.max) return;
      this.#outOfSight.delete(chart);
      chart.unmount();
    }
  }
}

/** The one of this page. */
export const mountedCharts = new MountedCharts();
