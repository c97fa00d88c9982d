// What a hand does to a pose: one pointer turns, with Shift or the right button it moves, two zoom and move; keys do the same.
import { moved, turned, type Pose } from '../../charts/base/pose.ts';
import { zoomed } from './pose.ts';

interface Touch {
  id: number;
  x: number;
  y: number;
}

export class Hand {
  #touches: readonly Touch[] = [];

  press(event: PointerEvent): void {
    this.#touches = [...this.#touches.filter((one) => one.id !== event.pointerId), touchOf(event)].slice(-2);
  }

  release(event: PointerEvent): void {
    this.#touches = this.#touches.filter((one) => one.id !== event.pointerId);
  }

  get isBusy(): boolean {
    return this.#touches.length > 0;
  }

  /** The pose after a pointer moved; null where none is pressed. */
  drag(pose: Pose, event: PointerEvent, radius_px: number): Pose | null {
    const before = this.#touches.find((one) => one.id === event.pointerId);
    if (!before) return null;
    const after = touchOf(event);
    const other = this.#touches.find((one) => one.id !== event.pointerId);
    this.#touches = this.#touches.map((one) => (one.id === after.id ? after : one));
    const [x, y] = [after.x - before.x, after.y - before.y];
    if (other)
      return moved(
        zoomed(pose, spread(after, other) / (spread(before, other) || 1)),
        x / 2,
        y / 2,
        radius_px,
      );
    return event.shiftKey || event.buttons & 6 ? moved(pose, x, y, radius_px) : turned(pose, x, y);
  }
}

const KEY_PX = 12;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-KEY_PX, 0],
  ArrowRight: [KEY_PX, 0],
  ArrowUp: [0, -KEY_PX],
  ArrowDown: [0, KEY_PX],
};

/** The pose after a key; null for keys that mean nothing here. */
export function keyed(
  pose: Pose,
  event: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  radius_px: number,
): Pose | null {
  const arrow = ARROWS[event.key];
  if (arrow) return event.shiftKey ? moved(pose, ...arrow, radius_px) : turned(pose, ...arrow);
  if (event.key === '+' || event.key === '=') return zoomed(pose, 1.15);
  return event.key === '-' ? zoomed(pose, 1 / 1.15) : null;
}

export function wheeled(pose: Pose, delta_px: number): Pose {
  return zoomed(pose, Math.exp(-Math.max(-200, Math.min(200, delta_px)) * 0.002));
}

function touchOf(event: PointerEvent): Touch {
  return { id: event.pointerId, x: event.clientX, y: event.clientY };
}

function spread(one: Touch, other: Touch): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
