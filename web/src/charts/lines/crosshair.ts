// The x that all charts mark; listeners are called at most once a frame.

export type CrosshairListener = (x: number | null, source: object | null) => void;

export class Crosshair {
  x: number | null = null;
  source: object | null = null;
  #listeners = new Set<CrosshairListener>();
  #frame = 0;

  set(x: number | null, source: object | null): void {
    if (x === this.x && source === this.source) return;
    this.x = x;
    this.source = source;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      for (const listener of this.#listeners) listener(this.x, this.source);
    });
  }

  subscribe(listener: CrosshairListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
