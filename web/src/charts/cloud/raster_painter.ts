// The page's side of the worker that sets pixels: one request at a time, the newest next, the picture put on a canvas.
import type { FromRaster, ToRaster } from './raster_messages.ts';

type Draw = Omit<Extract<ToRaster, { kind: 'draw' }>, 'kind' | 'buffer'>;

export class RasterPainter {
  readonly #worker = new Worker(new URL('./raster.worker.ts', import.meta.url), { type: 'module' });
  #isBusy = false;
  #next: Draw | null = null;
  #buffer: ArrayBuffer | null = null;
  readonly #context: CanvasRenderingContext2D | null;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly onDrawn: (answer: FromRaster) => void,
  ) {
    // Opaque, and shown without waiting for the rest of the page: blending what is behind it takes longer than the points where
    // that is done in software.
    this.#context = canvas.getContext('2d', { alpha: false, desynchronized: true });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromRaster>) => this.#take(data));
  }

  send(message: Exclude<ToRaster, { kind: 'draw' }>): void {
    this.#worker.postMessage(message);
  }

  draw(wanted: Draw): void {
    if (this.#isBusy) {
      this.#next = wanted;
      return;
    }
    this.#isBusy = true;
    const buffer = this.#buffer;
    this.#buffer = null;
    const message: ToRaster = { kind: 'draw', ...wanted, buffer };
    this.#worker.postMessage(message, buffer ? [buffer] : []);
  }

  destroy(): void {
    this.#worker.terminate();
  }

  #take(answer: FromRaster): void {
    const { canvas } = this;
    const { width, height, buffer } = answer;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    this.#context?.putImageData(new ImageData(new Uint8ClampedArray(buffer), width, height), 0, 0);
    this.#isBusy = false;
    // Drawn already, so it may be filled again.
    this.#buffer = buffer;
    this.onDrawn(answer);
    const next = this.#next;
    this.#next = null;
    if (next) this.draw(next);
  }
}
