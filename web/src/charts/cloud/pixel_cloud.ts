// Points in the memory of cloud.wasm, which draws them as squares of pixels: native/wasm/cloud/squares.cpp.
//
//   const cloud = new PixelCloud();
//   cloud.setPoints(points, order);   // drawn in this order
//   cloud.drawSquares(scene, picture);
import module from 'cloud.wasm?inline';
import { inlinedBytes } from '../../data/inlined_bytes.ts';
import { HIDDEN, pickBytes, pickFloats, type CloudPoints } from './points.ts';
import type { Picture, Scene } from './scene.ts';

interface Core {
  memory: WebAssembly.Memory;
  __heap_base: WebAssembly.Global<'i32'>;
  draw_squares(
    scene: number,
    count: number,
    positions: number,
    shades: number,
    radii: number,
    words: number,
  ): void;
  color_words(words: number, count: number, colors: number, pixels: number): void;
}

/** Where each column begins, in bytes. */
interface Places {
  scene: number;
  colors: number;
  positions: number;
  shades: number;
  radii: number;
  words: number;
  pixels: number;
  end: number;
}

const PAGE_BYTES = 65_536;
const SCENE_WORDS = 17;
const EMPTY = 0x7fffffff;

export class PixelCloud {
  readonly #core = instantiate();
  #n = 0;
  #hasRadii = false;
  #nPixels = 0;
  #places = this.#placed();

  /** Those drawn, as views that the next `setPoints` or a larger picture makes useless. */
  get points(): CloudPoints {
    const { positions, shades, radii } = this.#places;
    return {
      positions: this.#floats(positions, 3 * this.#n),
      shades: this.#bytes(shades, this.#n),
      radii: this.#hasRadii ? this.#floats(radii, this.#n) : null,
    };
  }

  setPoints({ positions, shades, radii }: CloudPoints, order: Uint32Array): void {
    this.#n = order.length;
    this.#place();
    const made = this.#floats(this.#places.positions, 3 * padded(this.#n));
    made.fill(NaN, 3 * this.#n);
    for (let i = 0; i < order.length; i += 1) {
      const from = 3 * (order[i] as number);
      made[3 * i] = positions[from] as number;
      made[3 * i + 1] = positions[from + 1] as number;
      made[3 * i + 2] = positions[from + 2] as number;
    }
    this.setShades(shades, order);
    this.setRadii(radii, order);
  }

  setShades(shades: Uint8Array, order: Uint32Array): void {
    const made = this.#bytes(this.#places.shades, padded(this.#n)).fill(HIDDEN, this.#n);
    made.set(pickBytes(shades, order));
  }

  setRadii(radii: Float32Array | null, order: Uint32Array): void {
    this.#hasRadii = radii !== null;
    if (radii) this.#floats(this.#places.radii, this.#n).set(pickFloats(radii, order));
  }

  /** Opaque squares, the nearest in front; in two dimensions the last. */
  drawSquares(scene: Scene, { width, height, pixels }: Picture): void {
    if (this.#nPixels !== width * height) {
      this.#nPixels = width * height;
      this.#place();
    }
    const { scene: at, colors, words, ...places } = this.#places;
    this.#writeScene(scene, width, height);
    const palette = new Uint32Array(this.#core.memory.buffer, colors, 256);
    palette.set(scene.palette);
    palette[EMPTY & 255] = scene.surface;
    this.#core.draw_squares(at, scene.count, places.positions, places.shades, places.radii, words);
    this.#core.color_words(words, this.#nPixels, colors, places.pixels);
    pixels.set(new Uint32Array(this.#core.memory.buffer, places.pixels, this.#nPixels));
  }

  #writeScene({ matrix: m, radius_px, ratio, isSolid }: Scene, width: number, height: number): void {
    const floats = this.#floats(this.#places.scene, SCENE_WORDS);
    for (let i = 0; i < 4; i += 1) {
      const [x, y, w] = [m[4 * i] as number, m[4 * i + 1] as number, m[4 * i + 3] as number];
      floats[i] = ((w + x) * width) / 2;
      floats[4 + i] = ((w - y) * height) / 2;
      floats[8 + i] = w;
    }
    const side = this.#hasRadii ? 0 : Math.max(1, Math.round(2 * radius_px));
    new Int32Array(this.#core.memory.buffer, this.#places.scene).set(
      [width, height, side, 0, Number(isSolid)],
      12,
    );
    floats[15] = ratio;
  }

  /** Make room for points and picture; the words of the picture begin empty. */
  #place(): void {
    this.#places = this.#placed();
    const { memory } = this.#core;
    const missing = this.#places.end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    new Int32Array(memory.buffer, this.#places.words, this.#nPixels + 1).fill(EMPTY);
  }

  #placed(): Places {
    let end = this.#core.__heap_base.value;
    const next = (nBytes: number): number => {
      const begin = Math.ceil(end / 16) * 16;
      end = begin + nBytes;
      return begin;
    };
    const n = padded(this.#n);
    return {
      scene: next(4 * SCENE_WORDS),
      colors: next(4 * 256),
      positions: next(12 * n),
      shades: next(n),
      radii: next(4 * n),
      words: next(4 * (this.#nPixels + 1)),
      pixels: next(4 * this.#nPixels),
      end: next(0),
    };
  }

  #floats(at: number, length: number): Float32Array {
    return new Float32Array(this.#core.memory.buffer, at, length);
  }

  #bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#core.memory.buffer, at, length);
  }
}

/** Four are drawn at a time. */
const padded = (n: number): number => 4 * Math.ceil(n / 4);

function instantiate(): Core {
  return new WebAssembly.Instance(new WebAssembly.Module(inlinedBytes(module))).exports as unknown as Core;
}
