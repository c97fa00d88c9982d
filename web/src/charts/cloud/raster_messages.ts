// What the page and the worker that sets pixels send each other.
import type { CloudPoints } from './points.ts';
import type { Scene } from './scene.ts';

export interface Drawing {
  scene: Scene;
  width: number;
  height: number;
  /** 256 RGBA words; null: points. */
  densityColors: Uint32Array | null;
}

export type ToRaster =
  /** Where to draw; the first message. */
  | { kind: 'canvas'; canvas: OffscreenCanvas }
  /** `areSame`: the points before, in other places. */
  | { kind: 'points'; points: CloudPoints; areSame: boolean }
  | { kind: 'shades'; shades: Uint8Array }
  | { kind: 'radii'; radii: Float32Array | null }
  | { kind: 'draw'; drawing: Drawing };

export interface FromRaster {
  /** How many points were drawn, and how long that took. */
  count: number;
  took_ms: number;
}
