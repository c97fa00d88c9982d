// Histograms step by step, as charts take them.
import type { Range } from '../lines/extent.ts';

export interface Buckets {
  lefts: Float64Array;
  rights: Float64Array;
  counts: Float64Array;
}

/** One histogram and where it stands on the axis of steps or time. */
export interface Layer extends Buckets {
  depth: number;
}

/** What is under the pointer: a histogram by its place, and a bucket of it (−1: between buckets). */
export interface Spot {
  layer: number;
  bucket: number;
}

/** Counts bent for the eye; the scale of all layers together. */
export type Bend = (count: number) => number;

export const bend = (log: boolean): Bend => (log ? Math.log1p : (count) => count);

export function highest(layers: readonly Layer[]): number {
  let most = 0;
  for (const { counts } of layers) for (const count of counts) if (count > most) most = count;
  return most;
}

/** The bucket that holds a value; the last one has both its ends. Limits of a bad log may be in any order. */
export function bucketAt({ lefts, rights }: Buckets, value: number): number {
  return lefts.findLastIndex((left, i) => left <= value && value <= (rights[i] as number));
}

export function depthsOf(layers: readonly Layer[]): Range | null {
  const first = layers[0];
  const last = layers.at(-1);
  return first && last ? [Math.min(first.depth, last.depth), Math.max(first.depth, last.depth)] : null;
}

/** At most so many layers: every second, third … from the last back, and one that must be there. */
export function thinned(layers: readonly Layer[], most: number, always: number | null): number[] {
  const stride = Math.ceil(layers.length / Math.max(1, most));
  return layers.map((_, i) => i).filter((i) => (layers.length - 1 - i) % stride === 0 || i === always);
}

/** The first and the last bucket with a value and their neighbors, between which a line has to be drawn; null: no value. */
export function occupied(counts: Float64Array): [number, number] | null {
  const first = counts.findIndex((count) => count > 0);
  if (first < 0) return null;
  const last = counts.findLastIndex((count) => count > 0);
  return [Math.max(0, first - 1), Math.min(counts.length - 1, last + 1)];
}
