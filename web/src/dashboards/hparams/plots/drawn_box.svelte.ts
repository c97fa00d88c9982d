// A box under the pointer in a plot: it filters as it grows, and leaves nothing behind where the browser takes the gesture for scrolling.
import type { Filters } from '../../../kinds/hparams/filters.ts';
import type { Sweep } from '../sweep.svelte.ts';

export interface Box {
  x: number;
  y: number;
  toX: number;
  toY: number;
}

/** Less is a click of a hand that is not quite still. */
const LEAST_PX = 4;

export class DrawnBox {
  #held = $state.raw<Box | null>(null);
  #before: Filters = {};

  constructor(readonly sweep: Pick<Sweep, 'settings' | 'set'>) {}

  /** Where the pointer went down and is now; null while it is up. */
  get held(): Box | null {
    return this.#held;
  }

  /** The box as soon as it is large enough to be meant. */
  get drawn(): Box | null {
    const box = this.#held;
    return box && Math.abs(box.toX - box.x) > LEAST_PX && Math.abs(box.toY - box.y) > LEAST_PX ? box : null;
  }

  press(event: PointerEvent & { currentTarget: HTMLElement }): void {
    if (event.button !== 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = pointIn(event);
    this.#before = this.sweep.settings.filters;
    this.#held = { x, y, toX: x, toY: y };
  }

  moveTo({ x, y }: { x: number; y: number }): void {
    if (this.#held) this.#held = { ...this.#held, toX: x, toY: y };
  }

  release(): void {
    this.#held = null;
  }

  /** Filters are as they were when the pointer went down. */
  cancel(): void {
    if (this.#held) this.sweep.set({ filters: this.#before });
    this.#held = null;
  }
}

/** Where in the plot that listens. */
export function pointIn(event: PointerEvent & { currentTarget: HTMLElement }): { x: number; y: number } {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}
