// A chart's canvas with its title above and the names of its lines below: a picture that explains itself.
import type { ChartLine } from './lines.ts';
import { fitText } from './marks.ts';
import type { ChartTheme } from './theme.ts';

const HEAD_PX = 26;
const ROW_PX = 17;
const NAME_PX = 190;
const MAX_NAMES = 24;

export function framed(source: HTMLCanvasElement, title: string, lines: readonly ChartLine[], theme: ChartTheme, dpr: number): HTMLCanvasElement | null {
  const named = lines.slice(0, MAX_NAMES);
  const perRow = Math.max(1, Math.floor(source.width / (NAME_PX * dpr)));
  const canvas = document.createElement('canvas');
  canvas.width = source.width;
  canvas.height = source.height + (HEAD_PX + Math.ceil(named.length / perRow) * ROW_PX + 6) * dpr;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, HEAD_PX * dpr);
  context.scale(dpr, dpr);
  context.fillStyle = theme.ink;
  context.font = theme.font.replace('10.5px', '600 13px');
  context.fillText(title, 10, 18);
  context.font = theme.font.replace('10.5px', '11px');
  context.textBaseline = 'middle';
  named.forEach((line, i) => {
    const [left, top] = [10 + (i % perRow) * NAME_PX, source.height / dpr + HEAD_PX + 8 + Math.floor(i / perRow) * ROW_PX];
    context.strokeStyle = line.color;
    context.lineWidth = 2;
    context.setLineDash([...line.dash]);
    context.beginPath();
    context.moveTo(left, top);
    context.lineTo(left + 18, top);
    context.stroke();
    context.fillText(fitText(context, line.label, NAME_PX - 34), left + 24, top);
  });
  return canvas;
}
