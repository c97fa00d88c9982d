// The pose of a camera that turns around something, relative to its size: one pose fits clouds and meshes of any size.

export interface Pose {
  /** Radians around the upright axis, and above the horizon; unused in two dimensions. */
  yaw: number;
  pitch: number;
  /** 1 frames what is seen; more is nearer. */
  zoom: number;
  /** Moved by so many radii, to the right and up. */
  right: number;
  up: number;
}

const STEEPEST = Math.PI / 2 - 0.01;
const RADIANS_PER_PX = 0.01;
export const upright = (pitch: number): number => Math.max(-STEEPEST, Math.min(STEEPEST, pitch));

export function turned(pose: Pose, x_px: number, y_px: number): Pose {
  return {
    ...pose,
    yaw: pose.yaw - x_px * RADIANS_PER_PX,
    pitch: upright(pose.pitch + y_px * RADIANS_PER_PX),
  };
}

/** `radius_px`: how large the radius of what is seen is on the screen at zoom 1. */
export function moved(pose: Pose, x_px: number, y_px: number, radius_px: number): Pose {
  const far = 1 / (radius_px * pose.zoom);
  return { ...pose, right: pose.right - x_px * far, up: pose.up + y_px * far };
}

/** As a link has it. */
export function poseText(pose: Pose | null): string | undefined {
  return pose
    ? [pose.yaw, pose.pitch, pose.zoom, pose.right, pose.up]
        .map((one) => Number(one.toPrecision(4)))
        .join(',')
    : undefined;
}

export function poseOf(text: string | undefined): Pose | null {
  const [yaw = NaN, pitch = NaN, zoom = NaN, right = NaN, up = NaN] = (text ?? '')
    .split(',')
    .map((part) => (part === '' ? NaN : Number(part)));
  const isWhole = [yaw, pitch, zoom, right, up].every(Number.isFinite) && zoom > 0;
  return isWhole ? { yaw, pitch: upright(pitch), zoom, right, up } : null;
}
