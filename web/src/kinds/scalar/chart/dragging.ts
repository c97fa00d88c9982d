// Dragging a card by its head onto another: the tag travels under a type of its own.

const TYPE = 'application/x-sightline-scalar';
/** Browsers tell the data only on drop; until then, which card is under way. */
let underWay: string | null = null;

export function grab(event: DragEvent, tag: string): void {
  underWay = tag;
  event.dataTransfer?.setData(TYPE, tag);
  if (event.dataTransfer) event.dataTransfer.effectAllowed = 'copy';
}

/** The tag that a card may take in; null where something else is dragged, or the card itself. */
export function canTake(event: DragEvent, card: string): string | null {
  if (!event.dataTransfer?.types.includes(TYPE)) return null;
  return underWay === card ? null : underWay;
}
