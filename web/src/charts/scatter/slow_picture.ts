// A picture of many points, painted in slices beside the page's other work and shown when it is whole.
import type { Painter } from '../lines/painter.ts';
import { enqueue } from '../base/queue.ts';

export class SlowPicture {
  canvas: HTMLCanvasElement | null = null;
  /** What the finished picture was painted for; empty while there is none. */
  madeFor = '';
  #cancel: (() => void) | null = null;

  get isPainting(): boolean {
    return this.#cancel !== null;
  }

  /** Shown as it grows where there was none before (`onSlice`), whole where it replaces another. */
  begin(
    place: string,
    size: { width: number; height: number },
    painterOn: (context: CanvasRenderingContext2D) => Painter,
    onSlice: (done: boolean) => void,
  ): void {
    this.stop();
    const growing = this.canvas === null;
    const fresh = document.createElement('canvas');
    fresh.width = size.width;
    fresh.height = size.height;
    const context = fresh.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    const painter = painterOn(context);
    this.#cancel = enqueue((deadline_ms) => {
      const done = painter.paint(deadline_ms);
      if (done || growing) this.canvas = fresh;
      if (done) {
        this.madeFor = place;
        this.#cancel = null;
      }
      if (done || growing) onSlice(done);
      return done;
    });
  }

  /** Stop painting; an old picture stays until a new one is there. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.madeFor = '';
  }

  drop(): void {
    this.stop();
    this.canvas = null;
  }
}
