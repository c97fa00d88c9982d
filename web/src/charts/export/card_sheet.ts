// All figures of a card on one sheet, as they stand on the page.
import { paintingsIn } from './paintings.ts';
import type { Named, Sheet } from './sheet.ts';
import { chartTheme } from '../base/theme.ts';

const CAPTION_PX = 18;

/** Null where the card has no figure. */
export function cardSheet(card: Element, title: string, lines: readonly Named[]): Sheet | null {
  const found = paintingsIn(card);
  if (found.length === 0) return null;
  const captions_px = found.length > 1 ? CAPTION_PX : 0;
  const left = Math.min(...found.map(({ box }) => box.left));
  const top = Math.min(...found.map(({ box }) => box.top)) - captions_px;
  const paint = (context: CanvasRenderingContext2D): void => {
    for (const { box, painting } of found) {
      context.save();
      context.translate(box.left - left, box.top - top);
      if (captions_px > 0) paintCaption(context, painting.caption);
      context.beginPath();
      context.rect(0, 0, box.width, box.height);
      context.clip();
      painting.paint(context, Math.floor(box.width), Math.floor(box.height));
      context.restore();
    }
  };
  return {
    title,
    lines,
    paint,
    width_px: Math.max(...found.map(({ box }) => box.right)) - left,
    height_px: Math.max(...found.map(({ box }) => box.bottom)) - top,
  };
}

function paintCaption(context: CanvasRenderingContext2D, caption: string): void {
  const theme = chartTheme();
  context.fillStyle = theme.ink2;
  context.font = theme.font.replace('10.5px', '11px');
  context.textAlign = 'start';
  context.textBaseline = 'alphabetic';
  context.fillText(caption, 4, -5);
}
