// What the page and the worker that sets pixels send each other.
import type { CloudPoints } from './points.ts';
import type { Scene } from './scene.ts';

export type ToRaster =
  /** `areSame`: the points before, in other places. */
  | { kind: 'points'; points: CloudPoints; areSame: boolean }
  | { kind: 'shades'; shades: Uint8Array }
  | { kind: 'radii'; radii: Float32Array | null }
  | {
      kind: 'draw';
      scene: Scene;
      width: number;
      height: number;
      /** 256 RGBA words; null: points. */
      densityColors: Uint32Array | null;
      /** A buffer of an earlier picture, to be used again. */
      buffer: ArrayBuffer | null;
    };

export interface FromRaster {
  width: number;
  height: number;
  buffer: ArrayBuffer;
  /** How many points were drawn, and how long that took. */
  count: number;
  took_ms: number;
}
