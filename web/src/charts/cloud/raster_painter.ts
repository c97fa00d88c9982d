// The page's side of the worker that sets pixels: the worker draws on the canvas itself, the newest request in its next frame.
import type { Drawing, FromRaster, ToRaster } from './raster_messages.ts';

export class RasterPainter {
  readonly #worker = new Worker(new URL('./raster.worker.ts', import.meta.url), { type: 'module' });

  constructor(canvas: HTMLCanvasElement, onDrawn: (answer: FromRaster) => void) {
    const offscreen = canvas.transferControlToOffscreen();
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromRaster>) => onDrawn(data));
    this.#worker.postMessage({ kind: 'canvas', canvas: offscreen } satisfies ToRaster, [offscreen]);
  }

  send(message: Exclude<ToRaster, { kind: 'draw' | 'canvas' }>): void {
    this.#worker.postMessage(message);
  }

  draw(drawing: Drawing): void {
    this.#worker.postMessage({ kind: 'draw', drawing } satisfies ToRaster);
  }

  destroy(): void {
    this.#worker.terminate();
  }
}
