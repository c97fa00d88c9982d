// Which painting each place of the page shows, so that it can be painted again, into a file.

export type Paint = (context: CanvasRenderingContext2D, width_px: number, height_px: number) => void;

export interface Painting {
  paint: Paint;
  /** What it is called where several stand together. */
  caption: string;
}

const shown = new Map<Element, Painting>();

/** Tell what `place` shows from now on; null: nothing any more. */
export function tellPainting(place: Element, painting: Painting | null): void {
  if (painting) shown.set(place, painting);
  else shown.delete(place);
}

export function paintingsIn(card: Element): { painting: Painting; box: DOMRect }[] {
  return [...shown]
    .filter(([place]) => card.contains(place))
    .map(([place, painting]) => ({ painting, box: place.getBoundingClientRect() }));
}
