// The camera's pose relative to the size of a mesh, so that one pose fits meshes of any size: turned, moved, near or far.
import { upright, type Pose } from '../../charts/base/pose.ts';
import type { Ball } from './geometry.ts';

export type Vector = readonly [number, number, number];

export const START: Pose = { yaw: 0.7, pitch: 0.45, zoom: 1, right: 0, up: 0 };

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

export function zoomed(pose: Pose, factor: number): Pose {
  return { ...pose, zoom: clamp(pose.zoom * factor, 0.05, 200) };
}

/** Where the camera is and what it points at; `fov` in degrees, of the shorter side. */
export function stand(
  pose: Pose,
  { center, radius }: Ball,
  fov: number,
): { from: Vector; to: Vector; distance: number } {
  const away: Vector = [
    Math.sin(pose.yaw) * Math.cos(pose.pitch),
    Math.sin(pose.pitch),
    Math.cos(pose.yaw) * Math.cos(pose.pitch),
  ];
  const across: Vector = [Math.cos(pose.yaw), 0, -Math.sin(pose.yaw)];
  const over: Vector = [
    -Math.sin(pose.yaw) * Math.sin(pose.pitch),
    Math.cos(pose.pitch),
    -Math.cos(pose.yaw) * Math.sin(pose.pitch),
  ];
  const distance = (radius * 1.08) / Math.sin((clamp(fov, 5, 160) * Math.PI) / 360) / pose.zoom;
  const place = (i: 0 | 1 | 2): number => center[i] + (across[i] * pose.right + over[i] * pose.up) * radius;
  const to: Vector = [place(0), place(1), place(2)];
  return {
    from: [to[0] + away[0] * distance, to[1] + away[1] * distance, to[2] + away[2] * distance],
    to,
    distance,
  };
}

/** The pose of a camera that a log placed somewhere. */
export function poseFrom(position: Vector, ball: Ball, fov: number): Pose {
  const [x, y, z] = [
    position[0] - ball.center[0],
    position[1] - ball.center[1],
    position[2] - ball.center[2],
  ];
  const distance = Math.hypot(x, y, z);
  if (!(distance > 0)) return START;
  const framed = stand(START, ball, fov).distance;
  return {
    ...START,
    yaw: Math.atan2(x, z),
    pitch: upright(Math.asin(y / distance)),
    zoom: clamp(framed / distance, 0.05, 200),
  };
}
