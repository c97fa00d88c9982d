// Where a cloud is seen from: moved and zoomed in two dimensions, turned as well in three. Lengths are in radii of the cloud.

import type { Pose } from '../base/pose.ts';
import { sampledPoints } from './points.ts';

/** What the camera must see. */
export interface Frame {
  center: readonly [number, number, number];
  radius: number;
}

export type Dimensions = 2 | 3;

export const START: Pose = { yaw: 0.6, pitch: 0.35, zoom: 1, right: 0, up: 0 };

/** How far a camera in three dimensions stands away, in radii at zoom 1. */
const DISTANCE = 3.2;
const MARGIN = 1.08;
const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Zoomed so that the place `x_px`, `y_px` right of and below the middle stays where it is. */
export function zoomed(pose: Pose, factor: number, x_px = 0, y_px = 0, radius_px = 1): Pose {
  const zoom = clamp(pose.zoom * factor, 0.02, 5000);
  const by = (1 / pose.zoom - 1 / zoom) / radius_px;
  return { ...pose, zoom, right: pose.right + x_px * by, up: pose.up - y_px * by };
}

/** The radius of the cloud on the screen at zoom 1. */
export function radiusOnScreen(width: number, height: number): number {
  return Math.max(1, Math.min(width, height) / 2 / MARGIN);
}

/** From points to the picture, column by column as WebGL has matrices: x and y from −1 to 1 after division by w. */
export function viewMatrix(
  pose: Pose,
  frame: Frame,
  dimensions: Dimensions,
  width: number,
  height: number,
): Float32Array {
  const radius = frame.radius || 1;
  const [x, y, z] = frame.center;
  const short = Math.min(width, height);
  const wide = (short / width / MARGIN) * pose.zoom;
  const tall = (short / height / MARGIN) * pose.zoom;
  if (dimensions === 2) {
    const [a, b] = [wide / radius, tall / radius];
    return Float32Array.of(
      ...[a, 0, 0, 0, 0, b, 0, 0, 0, 0, 0, 0],
      ...[-a * (x + pose.right * radius), -b * (y + pose.up * radius), 0, 1],
    );
  }
  const [sy, cy, sp, cp] = [
    Math.sin(pose.yaw),
    Math.cos(pose.yaw),
    Math.sin(pose.pitch),
    Math.cos(pose.pitch),
  ];
  // Rows of the turn: to the right, up, and toward the camera; each in radii.
  const right = [cy / radius, 0, -sy / radius];
  const up = [(-sy * sp) / radius, cp / radius, (-cy * sp) / radius];
  const near = [(sy * cp) / radius, sp / radius, (cy * cp) / radius];
  const dot = (row: readonly number[]): number =>
    (row[0] as number) * x + (row[1] as number) * y + (row[2] as number) * z;
  const matrix = new Float32Array(16);
  const distance = DISTANCE;
  for (let i = 0; i < 3; i += 1) {
    matrix[4 * i] = (right[i] as number) * wide * distance;
    matrix[4 * i + 1] = (up[i] as number) * tall * distance;
    // Depth from −1 (near) to 1 (far) over a span that holds any cloud twice.
    matrix[4 * i + 2] = -(near[i] as number);
    matrix[4 * i + 3] = -(near[i] as number);
  }
  matrix[12] = -(dot(right) + pose.right) * wide * distance;
  matrix[13] = -(dot(up) + pose.up) * tall * distance;
  matrix[14] = dot(near) + distance - 0.2;
  matrix[15] = dot(near) + distance;
  return matrix;
}

/** The middle and the radius of most points: a few far ones do not shrink the rest to a spot. */
export function frameOf(positions: Float32Array): Frame {
  const points = sampledPoints(positions.length / 3, 20_000);
  const center = [0, 1, 2].map((axis) => {
    const sorted = withoutOutermost(positions, axis, points);
    return ((sorted[0] ?? 0) + (sorted.at(-1) ?? 0)) / 2;
  }) as [number, number, number];
  const away: number[] = [];
  for (const i of points) {
    const d = Math.hypot(
      (positions[3 * i] as number) - center[0],
      (positions[3 * i + 1] as number) - center[1],
      (positions[3 * i + 2] as number) - center[2],
    );
    if (Number.isFinite(d)) away.push(d);
  }
  away.sort((a, b) => a - b);
  return { center, radius: (away[Math.floor(0.995 * (away.length - 1))] ?? 1) || 1 };
}

/** A frame, or where another does not fit into it, the smallest around both. */
export function around(frame: Frame, other: Frame): Frame {
  const away = frame.center.map((value, axis) => (other.center[axis] ?? 0) - value);
  const distance = Math.hypot(...away);
  if (distance + other.radius <= frame.radius) return frame;
  if (distance + frame.radius <= other.radius) return other;
  const radius = (distance + frame.radius + other.radius) / 2;
  const share = (radius - frame.radius) / distance;
  const [x, y, z] = frame.center.map((value, axis) => value + share * (away[axis] ?? 0)) as [
    number,
    number,
    number,
  ];
  return { center: [x, y, z], radius };
}

/** Sorted values of an axis without the outermost hundredths. */
function withoutOutermost(positions: Float32Array, axis: number, points: Uint32Array): Float64Array {
  const values = Float64Array.from(points, (point) => positions[3 * point + axis] as number);
  const sorted = values.filter(Number.isFinite).sort();
  const cut = Math.floor(sorted.length * 0.01);
  return sorted.subarray(cut, sorted.length - cut);
}
