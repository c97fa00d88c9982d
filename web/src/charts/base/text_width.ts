// How wide a text is in a font, without laying it out.

let context: CanvasRenderingContext2D | null = null;

/** In CSS pixels; `font` as in CSS. */
export function textWidth(text: string, font: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = font;
  return context.measureText(text).width;
}
