// Pointers on the tracks, as in Perfetto: a drag selects a range, with Shift it moves; one finger moves, two zoom; a click selects.
import type { TimeSpan } from './time_span.ts';

export interface Place {
  x: number;
  y: number;
}

export interface DragTarget {
  span(): TimeSpan;
  /** Pixels since the drag began, and since the last move. */
  onMove(from: TimeSpan, x_px: number, y_px: number): void;
  onRange(from_x: number, to_x: number): void;
  onRangeEnd(): void;
  onZoom(factor: number, at_x: number): void;
  onClick(place: Place): void;
  /** Neither a drag nor a press: the pointer only passes. */
  onHover(place: Place): void;
}

type Pointer = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'button' | 'shiftKey' | 'movementY'>;

/** A press that moves less is a click. */
const CLICK_PX = 5;
/** Fingers closer than this say nothing about a zoom. */
const MIN_PINCH_PX = 8;

export class PointerDrag {
  readonly #held = new Map<number, number>();
  #drag: (Place & { span: TimeSpan; isMove: boolean; hasMoved: boolean }) | null = null;

  constructor(readonly target: DragTarget) {}

  down(event: Pointer, { x, y }: Place): void {
    if (event.button !== 0) return;
    this.#held.set(event.pointerId, x);
    const isMove = event.shiftKey || event.pointerType === 'touch';
    this.#drag = { x, y, span: this.target.span(), isMove, hasMoved: this.#held.size > 1 };
  }

  /** True: the drag begins with this move, and wants all that follows. */
  move(event: Pointer, { x, y }: Place): boolean {
    const drag = this.#drag;
    if (!drag || !this.#held.has(event.pointerId)) {
      this.target.onHover({ x, y });
      return false;
    }
    if (this.#held.size === 2) {
      this.#pinch(event.pointerId, x);
      return false;
    }
    const isFirst = !drag.hasMoved;
    if (isFirst && Math.abs(x - drag.x) + Math.abs(y - drag.y) < CLICK_PX) return false;
    drag.hasMoved = true;
    if (drag.isMove)
      this.target.onMove(drag.span, x - drag.x, event.pointerType === 'mouse' ? event.movementY : 0);
    else this.target.onRange(Math.min(drag.x, x), Math.max(drag.x, x));
    return isFirst;
  }

  up(event: Pointer, place: Place): void {
    const drag = this.#drag;
    const isHeld = drag !== null && this.#held.has(event.pointerId);
    this.cancel(event);
    if (isHeld && !drag.hasMoved) this.target.onClick(place);
    else if (isHeld && !drag.isMove) this.target.onRangeEnd();
  }

  cancel(event: Pointer): void {
    this.#held.delete(event.pointerId);
    this.#drag = null;
  }

  #pinch(id: number, x: number): void {
    const other = [...this.#held].find(([one]) => one !== id)?.[1] ?? x;
    const before = Math.abs((this.#held.get(id) ?? x) - other);
    this.#held.set(id, x);
    const after = Math.abs(x - other);
    if (before > MIN_PINCH_PX && after > MIN_PINCH_PX) this.target.onZoom(before / after, (x + other) / 2);
  }
}
