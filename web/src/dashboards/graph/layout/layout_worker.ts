// Lays graphs out beside the page, one after the other; a newer request ends an older one between two groups.
import { LayoutCache } from './layout_cache.ts';
import { nestedLayout } from './nested_layout.ts';
import type { NestedGraph, NestedLayout } from './types.ts';

export interface LayoutRequest {
  id: number;
  graph: NestedGraph;
}

export type LayoutReply =
  | { id: number; done: number; total: number }
  | { id: number; layout: NestedLayout; took_ms: number }
  | { id: number; problem: string };

const PROGRESS_MS = 100;
const cache = new LayoutCache();
const reply = (message: LayoutReply): void => self.postMessage(message);

self.onmessage = ({ data: { id, graph } }: MessageEvent<LayoutRequest>): void => {
  const began = performance.now();
  let told = began;
  try {
    const layout = nestedLayout(
      graph,
      (done, total) => {
        const now = performance.now();
        if (now - told > PROGRESS_MS) {
          told = now;
          reply({ id, done, total });
        }
        return true;
      },
      cache,
    );
    reply({ id, layout, took_ms: performance.now() - began });
  } catch (error) {
    reply({ id, problem: error instanceof Error ? error.message : String(error) });
  }
};
