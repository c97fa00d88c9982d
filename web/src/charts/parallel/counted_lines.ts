// A layer of counted curves: given the lines to show, it draws what changed, a part at once and the rest in the next frames.
import { Raster, type Curves, type Opacity } from './parallel_raster.ts';
import { enqueue } from '../base/queue.ts';

/** A change is on the screen at once as far as this time takes it. */
const AT_ONCE_MS = 18;
/** Lines between two looks at the clock. */
const BATCH = 200;

export class CountedLines {
  readonly #context: CanvasRenderingContext2D | null;
  readonly #raster: Raster;
  readonly #image: ImageData;
  readonly #pixels: Uint32Array;
  /** What the picture shows, and what it is going to show. */
  readonly #drawn: Uint8Array;
  #wanted: Uint8Array;
  #opacity: Opacity = { least: 1, most: 1, full: 2 };
  /** Lines before this one are up to date. */
  #next = 0;
  #cancel: (() => void) | null = null;
  /** Whether lines show as they are counted, or only once all are there. */
  #isOpen: boolean;

  /** `quietly` leaves the old picture there until the new one is whole. */
  constructor(canvas: HTMLCanvasElement, curves: Curves, size: readonly [number, number], quietly: boolean) {
    this.#isOpen = !quietly;
    if (!quietly || canvas.width !== size[0] || canvas.height !== size[1])
      [canvas.width, canvas.height] = size;
    this.#context = canvas.getContext('2d');
    this.#raster = new Raster(...size, curves);
    this.#image = new ImageData(...size);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
    this.#drawn = new Uint8Array(curves.shades.length);
    this.#wanted = this.#drawn;
  }

  /** Show the lines whose mask is 1, with this opacity. */
  show(mask: Uint8Array, opacity: Opacity): void {
    this.#begin(mask, opacity);
    if (!this.#draw(performance.now() + AT_ONCE_MS)) this.#later();
  }

  /** The same, beside more urgent drawings. */
  showLater(mask: Uint8Array, opacity: Opacity): void {
    this.#begin(mask, opacity);
    this.#later();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #begin(mask: Uint8Array, opacity: Opacity): void {
    this.stop();
    this.#wanted = mask;
    this.#opacity = opacity;
    this.#next = 0;
    let nStay = 0;
    let nGo = 0;
    for (let line = 0; line < mask.length; line += 1) {
      if (this.#drawn[line] === 0) continue;
      if (mask[line] === 1) nStay += 1;
      else nGo += 1;
    }
    if (nStay >= nGo) return;
    // Fewer lines stay than leave: starting over is quicker.
    this.#raster.clear();
    this.#drawn.fill(0);
  }

  #later(): void {
    this.#cancel = enqueue((deadline_ms) => this.#draw(deadline_ms));
  }

  #draw(deadline_ms: number): boolean {
    const n = this.#drawn.length;
    while (this.#next < n) {
      this.#batch();
      if (performance.now() > deadline_ms) break;
    }
    const isWhole = this.#next >= n;
    this.#isOpen ||= isWhole;
    if (this.#isOpen) this.#paint();
    return isWhole;
  }

  #paint(): void {
    this.#raster.paint(this.#pixels, this.#opacity);
    this.#context?.putImageData(this.#image, 0, 0);
  }

  #batch(): void {
    const added: number[] = [];
    const removed: number[] = [];
    for (; this.#next < this.#drawn.length && added.length + removed.length < BATCH; this.#next += 1) {
      const line = this.#next;
      const isWanted = this.#wanted[line] as number;
      if (isWanted === this.#drawn[line]) continue;
      (isWanted ? added : removed).push(line);
      this.#drawn[line] = isWanted;
    }
    this.#raster.add(added, 1);
    this.#raster.add(removed, -1);
  }
}
