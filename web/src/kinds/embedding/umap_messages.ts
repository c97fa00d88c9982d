// What the page and the worker that computes UMAP send each other.
import type { Neighbors, UmapFrame, UmapOptions } from './umap.ts';

export type ToUmap =
  { kind: 'start'; neighbors: Neighbors; options: UmapOptions } | { kind: 'pause'; isPaused: boolean };

export type FromUmap =
  | ({
      kind: 'frame';
      isLast: boolean;
      /** Of the last frame: the share of 10-NN kept. */ kept: number | null;
    } & UmapFrame)
  | { kind: 'failed'; message: string };
