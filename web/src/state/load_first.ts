// Has the server load the runs that are shown before the others, while some of either are still loading.
import { sendJson } from '../data/api.ts';
import type { Run } from '../data/shapes.ts';

/** More runs than a page can draw at once need no order among the rest. */
const MAX_RUNS = 1000;

export class LoadFirst {
  #requested: ReadonlySet<number> = new Set();

  /** Call it whenever the runs or the choice of shown ones change; it sends a request only when a shown run is new to it. */
  update(runs: readonly Run[], isShown: (run: Run) => boolean): void {
    const loading = runs.filter((run) => run.state === 'loading');
    const shown = loading.filter(isShown);
    // With all of them shown the server's own order, the newest first, is the best one.
    if (shown.length === loading.length) return;
    const ids = shown.slice(0, MAX_RUNS).map((run) => run.id);
    if (ids.every((id) => this.#requested.has(id))) return;
    this.#requested = new Set(ids);
    // Without an answer the runs load in the server's own order.
    sendJson('POST', 'progress', { runs: ids }).catch(() => undefined);
  }
}
