// The one WebGL renderer of the page: browsers allow few, so every card has its picture drawn here and copied.
import { WebGLRenderer, type Camera, type Scene } from 'three';

export class Stage {
  readonly #renderer: WebGLRenderer;
  #size = { width: 0, height: 0 };
  readonly #redraws = new Set<() => void>();

  constructor() {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('webgl2', {
      antialias: true,
      alpha: true,
      powerPreference: 'low-power',
    });
    if (!context) throw new Error('no WebGL');
    this.#renderer = new WebGLRenderer({ canvas, context, alpha: true });
    this.#renderer.domElement.addEventListener('webglcontextrestored', () => {
      for (const redraw of this.#redraws) redraw();
    });
  }

  /** Have `redraw` called when what was drawn is lost; the returned function ends that. */
  onRestored(redraw: () => void): () => void {
    this.#redraws.add(redraw);
    return () => this.#redraws.delete(redraw);
  }

  /** Draw into a canvas of its own size. */
  draw(scene: Scene, camera: Camera, target: HTMLCanvasElement): void {
    const { width, height } = target;
    const context = target.getContext('2d');
    if (!context || width === 0 || height === 0) return;
    this.#makeRoom(width, height);
    this.#renderer.setViewport(0, 0, width, height);
    this.#renderer.setScissor(0, 0, width, height);
    this.#renderer.setScissorTest(true);
    this.#renderer.render(scene, camera);
    context.clearRect(0, 0, width, height);
    // WebGL counts from the bottom, canvas from the top.
    context.drawImage(
      this.#renderer.domElement,
      0,
      this.#size.height - height,
      width,
      height,
      0,
      0,
      width,
      height,
    );
  }

  #makeRoom(width: number, height: number): void {
    if (width <= this.#size.width && height <= this.#size.height) return;
    this.#size = { width: Math.max(width, this.#size.width), height: Math.max(height, this.#size.height) };
    this.#renderer.setPixelRatio(1);
    this.#renderer.setSize(this.#size.width, this.#size.height, false);
  }
}

let made: Stage | null = null;

/** Throws where the browser has no WebGL. */
export function theStage(): Stage {
  made ??= new Stage();
  return made;
}
