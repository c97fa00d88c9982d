// A figure as a file: its title above and the names of its lines below, so that it explains itself.
import type { SpareParts } from '../base/short_name.ts';
import { fitText } from '../lines/marks.ts';
import type { ChartTheme } from '../base/theme.ts';

export interface Named {
  label: string;
  spare?: SpareParts;
  color: string;
  dash: readonly number[];
}

export interface Sheet {
  title: string;
  width_px: number;
  height_px: number;
  lines: readonly Named[];
  /** Paints the figure into its width and height. */
  paint: (context: CanvasRenderingContext2D) => void;
}

const HEAD_PX = 26;
const ROW_PX = 17;
const NAME_PX = 190;
const MAX_NAMES = 24;

/** `ratio`: pixels of the picture for one of the page. */
export function asPicture(sheet: Sheet, theme: ChartTheme, ratio: number): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(sheet.width_px * ratio);
  canvas.height = Math.round(wholeHeight(sheet) * ratio);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale(ratio, ratio);
  paintSheet(context, sheet, theme);
  return canvas;
}

function namesPerRow({ width_px }: Sheet): number {
  return Math.max(1, Math.floor(width_px / NAME_PX));
}

export function wholeHeight(sheet: Sheet): number {
  return (
    HEAD_PX +
    sheet.height_px +
    Math.ceil(Math.min(MAX_NAMES, sheet.lines.length) / namesPerRow(sheet)) * ROW_PX +
    6
  );
}

export function paintSheet(context: CanvasRenderingContext2D, sheet: Sheet, theme: ChartTheme): void {
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, sheet.width_px, wholeHeight(sheet));
  context.save();
  context.translate(0, HEAD_PX);
  sheet.paint(context);
  context.restore();
  context.fillStyle = theme.ink;
  context.textAlign = 'start';
  context.textBaseline = 'alphabetic';
  context.font = theme.font.replace('10.5px', '600 13px');
  context.fillText(fitText(context, sheet.title, sheet.width_px - 20), 10, 18);
  context.font = theme.font.replace('10.5px', '11px');
  context.textBaseline = 'middle';
  const perRow = namesPerRow(sheet);
  sheet.lines
    .slice(0, MAX_NAMES)
    .forEach((line, i) =>
      paintName(
        context,
        line,
        10 + (i % perRow) * NAME_PX,
        HEAD_PX + sheet.height_px + 8 + Math.floor(i / perRow) * ROW_PX,
      ),
    );
}

function paintName(context: CanvasRenderingContext2D, line: Named, left: number, top: number): void {
  context.strokeStyle = line.color;
  context.lineWidth = 2;
  context.setLineDash([...line.dash]);
  context.beginPath();
  context.moveTo(left, top);
  context.lineTo(left + 18, top);
  context.stroke();
  context.setLineDash([]);
  context.fillText(fitText(context, line.label, NAME_PX - 34, line.spare), left + 24, top);
}
