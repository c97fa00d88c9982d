// The graph on screen: its level is laid out in the worker, and the camera stays where the user is looking.
import { Pieces } from '../../data/pieces.ts';
import { decodeLevel } from '../../kinds/graph/level.ts';
import { atStart, filling, moved, revealing, seenRect, type Camera, type Rect, type Size } from './camera.ts';
import { LayoutClient, type LayoutProgress } from './layout/layout_client.ts';
import { placedLevel, rectOf, sizedLevel, type PlacedLevel } from './scene.ts';
import { TextMeasure } from './text_measure.ts';

export class GraphViewState {
  placed = $state.raw<PlacedLevel | null>(null);
  camera = $state.raw<Camera | null>(null);
  screen = $state.raw<Size>({ width: 0, height: 0 });
  progress = $state.raw<LayoutProgress | null>(null);
  problem = $state<string | null>(null);
  isCancelled = $state(false);
  readonly measure: TextMeasure;
  readonly #client = new LayoutClient((progress) => (this.progress = progress));
  /** Counts what was to be shown, so that only the last of it is. */
  #nShown = 0;
  /** The entry that is to stay where it is while the rest moves. */
  #anchor: number | null = null;
  /** The entry that is to be in sight then. */
  #wanted: number | null = null;

  constructor(face: string) {
    this.measure = new TextMeasure(face);
    this.#client.start();
  }

  /** Lay a level out, as the server sent it, and show it; what was shown stays meanwhile. */
  async show(answer: ArrayBuffer): Promise<void> {
    const id = (this.#nShown += 1);
    this.isCancelled = false;
    const pieces = new Pieces();
    try {
      const level = await decodeLevel(answer, pieces);
      const sized = await sizedLevel(level, this.measure.width, pieces);
      if (id !== this.#nShown) return;
      const layout = await this.#client.layout(sized.graph);
      if (!layout || id !== this.#nShown) return;
      const placed = await placedLevel(sized, layout, pieces);
      await pieces.rest();
      if (id === this.#nShown) this.#place(placed);
    } catch (error) {
      if (id === this.#nShown) this.problem = (error as Error).message;
    }
  }

  #place(placed: PlacedLevel): void {
    const before = this.placed;
    this.problem = null;
    this.placed = placed;
    this.#look(before, placed);
  }

  cancel(): void {
    this.isCancelled = true;
    this.#client.cancel();
  }

  stop(): void {
    this.#nShown += 1;
    this.#client.stop();
  }

  /** Keep this entry in its place when the next level comes, and have another in sight. */
  keep(anchor: number | null, wanted: number | null = anchor): void {
    this.#anchor = anchor;
    this.#wanted = wanted;
    // No other level comes where all is open already.
    const row = wanted === null ? undefined : this.placed?.level.rowOf.get(wanted);
    if (anchor === null && row !== undefined) this.reveal(row);
  }

  resize(screen: Size): void {
    const isFirst = this.screen.width < 8;
    this.screen = screen;
    if (isFirst && this.placed) this.start();
  }

  start(): void {
    if (this.placed && this.screen.width > 8) this.camera = atStart(this.placed.whole, this.screen);
  }

  reveal(row: number): void {
    if (this.placed && this.camera)
      this.camera = revealing(this.camera, rectOf(this.placed, row), this.screen);
  }

  #look(before: PlacedLevel | null, after: PlacedLevel): void {
    const anchor = before && (this.#anchor ?? this.#entryInMiddle(before, after));
    if (!before || !this.camera || anchor === null) this.start();
    else {
      const [was, is] = [before.level.rowOf.get(anchor), after.level.rowOf.get(anchor)];
      if (was === undefined || is === undefined) this.start();
      else {
        const [from, to] = [rectOf(before, was), rectOf(after, is)];
        const { scale } = this.camera;
        const kept = moved(this.camera, (from.left - to.left) * scale, (from.top - to.top) * scale);
        const staysPut = this.#anchor !== null || isSameSize(before.whole, after.whole);
        this.camera = staysPut ? kept : filling(kept, after.whole, this.screen);
      }
    }
    const wanted = this.#wanted === null ? undefined : after.level.rowOf.get(this.#wanted);
    if (wanted !== undefined) this.reveal(wanted);
    this.#anchor = this.#wanted = null;
  }

  /** What is nearest to the middle of the screen and still there. */
  #entryInMiddle(before: PlacedLevel, after: PlacedLevel): number | null {
    if (!this.camera) return null;
    const seen = seenRect(this.camera, this.screen);
    const [x, y] = [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2];
    let [best, least]: [number | null, number] = [null, Infinity];
    before.level.rows.forEach(({ entry }, row) => {
      if (!after.level.rowOf.has(entry)) return;
      const rect = rectOf(before, row);
      const distance = Math.hypot((rect.left + rect.right) / 2 - x, (rect.top + rect.bottom) / 2 - y);
      if (distance < least) [best, least] = [entry, distance];
    });
    return best;
  }
}

function isSameSize(one: Rect, other: Rect): boolean {
  return one.right === other.right && one.bottom === other.bottom;
}
