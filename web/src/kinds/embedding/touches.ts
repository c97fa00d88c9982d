// Pointers on a cloud: one drags, two drag and spread; a press that hardly moved is a click.

interface Touch {
  id: number;
  x: number;
  y: number;
}

export interface Drag {
  x: number;
  y: number;
  /** How much farther apart two pointers are; 1 with one pointer. */
  spread: number;
}

const CLICK_PX = 4;

export class Touches {
  #touches: readonly Touch[] = [];
  /** Where a press began that may still be a click. */
  #pressed: Touch | null = null;

  get count(): number {
    return this.#touches.length;
  }

  press(event: PointerEvent): void {
    const touch = touchOf(event);
    this.#pressed = touch;
    this.#touches = [...this.#touches.filter((one) => one.id !== touch.id), touch].slice(-2);
  }

  release(event: PointerEvent): void {
    this.#touches = this.#touches.filter((one) => one.id !== event.pointerId);
    this.#pressed = null;
  }

  /** Note a move: a press that went away is no click, even where it comes back. */
  follow(event: PointerEvent): void {
    const from = this.#pressed;
    if (
      from?.id === event.pointerId &&
      Math.hypot(event.clientX - from.x, event.clientY - from.y) >= CLICK_PX
    )
      this.#pressed = null;
  }

  isClick(event: PointerEvent): boolean {
    this.follow(event);
    return this.#pressed?.id === event.pointerId;
  }

  /** What a move changes; null where no pointer is pressed. */
  drag(event: PointerEvent): Drag | null {
    const before = this.#touches.find((one) => one.id === event.pointerId);
    if (!before) return null;
    const after = touchOf(event);
    const other = this.#touches.find((one) => one.id !== event.pointerId);
    this.#touches = this.#touches.map((one) => (one.id === after.id ? after : one));
    const share = other ? 0.5 : 1;
    const apart = (one: Touch): number => (other ? Math.hypot(one.x - other.x, one.y - other.y) : 1);
    return {
      x: (after.x - before.x) * share,
      y: (after.y - before.y) * share,
      spread: apart(after) / (apart(before) || 1),
    };
  }
}

function touchOf(event: PointerEvent): Touch {
  return { id: event.pointerId, x: event.clientX, y: event.clientY };
}
