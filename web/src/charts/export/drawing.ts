// A sheet as an SVG drawing.
import { paintSheet, wholeHeight, type Sheet } from './sheet.ts';
import { SvgContext } from './svg_context.ts';
import type { ChartTheme } from '../base/theme.ts';

export function asDrawing(sheet: Sheet, theme: ChartTheme): string {
  const ruler = document.createElement('canvas').getContext('2d');
  const context = new SvgContext((text, font) => {
    if (!ruler) return 0;
    ruler.font = font;
    return ruler.measureText(text).width;
  });
  // It has all that our figures call, which is less than a canvas has.
  paintSheet(context as unknown as CanvasRenderingContext2D, sheet, theme);
  return context.text(sheet.width_px, wholeHeight(sheet));
}
