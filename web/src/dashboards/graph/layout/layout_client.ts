// Asks the worker for layouts. A request that is no longer wanted ends with its worker: a layout has no other place to stop.
import type { LayoutReply, LayoutRequest } from './layout_worker.ts';
import type { NestedGraph, NestedLayout } from './types.ts';

export interface LayoutProgress {
  done: number;
  total: number;
}

export class LayoutClient {
  #worker: Worker | null = null;
  #nIds = 0;
  #isBusy = false;

  constructor(readonly onProgress: (progress: LayoutProgress | null) => void) {}

  /** Null where another request or `cancel` came in between. */
  layout(graph: NestedGraph): Promise<NestedLayout | null> {
    this.cancel();
    const id = ++this.#nIds;
    const worker = (this.#worker ??= new Worker(new URL('./layout_worker.ts', import.meta.url), {
      type: 'module',
    }));
    this.#isBusy = true;
    return new Promise((resolve, reject) => {
      this.#abandon = () => resolve(null);
      worker.onmessage = ({ data }: MessageEvent<LayoutReply>) => {
        if (data.id !== id) return;
        if ('done' in data) return this.onProgress(data);
        this.#isBusy = false;
        this.onProgress(null);
        if ('layout' in data) resolve(data.layout);
        else reject(new Error(data.problem));
      };
      worker.onerror = (event) => {
        this.#isBusy = false;
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
    this.#worker?.terminate();
    this.#worker = null;
    this.#isBusy = false;
  }
}
