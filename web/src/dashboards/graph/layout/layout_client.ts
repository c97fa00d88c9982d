// Asks the worker for layouts. A request that is no longer wanted ends with its worker: a layout has no other place to stop.
import type { LayoutReply, LayoutRequest } from './layout_worker.ts';
import type { NestedGraph, NestedLayout } from './types.ts';

export interface LayoutProgress {
  done: number;
  total: number;
}

/** Shorter ones need no words. */
const QUIET_MS = 150;

export class LayoutClient {
  #worker: Worker | null = null;
  #nIds = 0;
  #isBusy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly onProgress: (progress: LayoutProgress | null) => void) {}

  /** Load the worker ahead of the first request. */
  start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./layout_worker.ts', import.meta.url), { type: 'module' });
    // Where it does not load, the first request tries again and says so.
    worker.onerror = () => this.stop();
    return (this.#worker = worker);
  }

  /** Null where another request or `cancel` came in between. */
  layout(graph: NestedGraph): Promise<NestedLayout | null> {
    this.cancel();
    const id = ++this.#nIds;
    const worker = this.start();
    this.#isBusy = true;
    // A single large group is laid out in one piece: the worker has nothing to report underway.
    this.#timer = setTimeout(() => this.onProgress({ done: 0, total: nGroups(graph) }), QUIET_MS);
    return new Promise((resolve, reject) => {
      this.#abandon = () => resolve(null);
      worker.onmessage = ({ data }: MessageEvent<LayoutReply>) => {
        if (data.id !== id) return;
        clearTimeout(this.#timer);
        if ('done' in data) return this.onProgress(data);
        this.#isBusy = false;
        this.onProgress(null);
        if ('layout' in data) resolve(data.layout);
        else reject(new Error(data.problem));
      };
      worker.onerror = (event) => {
        this.stop();
        this.onProgress(null);
        reject(new Error(event.message || 'the layout could not be loaded'));
      };
      worker.postMessage({ id, graph } satisfies LayoutRequest);
    });
  }

  #abandon: () => void = () => undefined;

  /** End what is under way. */
  cancel(): void {
    if (!this.#isBusy) return;
    this.stop();
    this.onProgress(null);
    this.#abandon();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#isBusy = false;
  }
}

/** All that are open, and what is around them. */
function nGroups({ isOpen }: NestedGraph): number {
  return 1 + isOpen.reduce((sum, one) => sum + one, 0);
}
