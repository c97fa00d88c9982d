// W, A, S and D: a press goes one step, and while they are held the timeline glides.
import type { KeyAct } from './gestures.ts';

export type Glide = Extract<KeyAct, 'in' | 'out' | 'left' | 'right'>;

/** A press shorter than this is one step. */
const HOLD_MS = 160;
/** How many steps a second while a key is held. */
const STEPS_PER_S = 9;

export const isGlide = (act: KeyAct): act is Glide =>
  act === 'in' || act === 'out' || act === 'left' || act === 'right';

export interface Frames {
  request(frame: (time_ms: number) => void): number;
  cancel(id: number): void;
}

const BROWSER: Frames = {
  request: (frame) => requestAnimationFrame(frame),
  cancel: (id) => cancelAnimationFrame(id),
};

export class HeldKeys {
  readonly #since = new Map<Glide, number>();
  #frame = 0;
  #last_ms = 0;

  /** `go` takes how many steps, which may be parts of one. */
  constructor(
    readonly go: (act: Glide, steps: number) => void,
    readonly frames: Frames = BROWSER,
  ) {}

  press(act: Glide, isRepeat: boolean, now_ms = performance.now()): void {
    if (isRepeat && this.#since.has(act)) return;
    this.go(act, 1);
    this.#since.set(act, now_ms);
    if (this.#since.size > 1) return;
    this.#last_ms = now_ms;
    this.#frame = this.frames.request((time_ms) => this.#glide(time_ms));
  }

  release(act: Glide): void {
    this.#since.delete(act);
    if (this.#since.size === 0) this.frames.cancel(this.#frame);
  }

  stop(): void {
    this.#since.clear();
    this.frames.cancel(this.#frame);
  }

  #glide(now_ms: number): void {
    const steps = (Math.min(100, Math.max(0, now_ms - this.#last_ms)) / 1000) * STEPS_PER_S;
    this.#last_ms = now_ms;
    for (const [act, since] of this.#since) if (now_ms - since > HOLD_MS) this.go(act, steps);
    this.#frame = this.frames.request((time_ms) => this.#glide(time_ms));
  }
}
