// A canvas context that writes SVG, so that the same painting code serves screen and file.
import { IDENTITY, multiply, transformAttribute, type Matrix } from './affine.ts';
import type { DrawingContext } from './drawing_context.ts';
import { escape, formatNumber as n } from './svg_text.ts';

interface Pen {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  lineCap: CanvasLineCap;
  lineJoin: CanvasLineJoin;
  globalAlpha: number;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  dash: readonly number[];
  matrix: Matrix;
  /** How many clipping groups are open. */
  nClips: number;
}

const ANCHORS: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };
const BASELINES: Readonly<Record<string, string>> = {
  middle: 'central',
  top: 'hanging',
  hanging: 'hanging',
  bottom: 'text-after-edge',
};

export class SvgContext implements DrawingContext {
  fillStyle = '#000000';
  strokeStyle = '#000000';
  lineWidth = 1;
  lineCap: CanvasLineCap = 'butt';
  lineJoin: CanvasLineJoin = 'miter';
  globalAlpha = 1;
  font = '10px sans-serif';
  textAlign: CanvasTextAlign = 'start';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  #dash: readonly number[] = [];
  #matrix: Matrix = IDENTITY;
  #path = '';
  #nClips = 0;
  #nIds = 0;
  readonly #saved: Pen[] = [];
  readonly #parts: string[] = [];

  /** `measure`: the width of a text in a font, which only a real canvas knows. */
  constructor(readonly measure: (text: string, font: string) => number) {}

  text(width_px: number, height_px: number): string {
    const size = `width="${n(width_px)}" height="${n(height_px)}" viewBox="0 0 ${n(width_px)} ${n(height_px)}"`;
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
      ...this.#parts,
      '</g>'.repeat(this.#nClips),
      '</svg>',
    ].join('\n');
  }

  save(): void {
    const {
      fillStyle,
      strokeStyle,
      lineWidth,
      lineCap,
      lineJoin,
      globalAlpha,
      font,
      textAlign,
      textBaseline,
    } = this;
    this.#saved.push({
      fillStyle,
      strokeStyle,
      lineWidth,
      lineCap,
      lineJoin,
      globalAlpha,
      font,
      textAlign,
      textBaseline,
      dash: this.#dash,
      matrix: this.#matrix,
      nClips: this.#nClips,
    });
  }

  restore(): void {
    const pen = this.#saved.pop();
    if (!pen) return;
    const { dash, matrix, nClips, ...rest } = pen;
    Object.assign(this, rest);
    if (this.#nClips > nClips) this.#parts.push('</g>'.repeat(this.#nClips - nClips));
    [this.#dash, this.#matrix, this.#nClips] = [dash, matrix, nClips];
  }

  translate(x: number, y: number): void {
    this.#transform([1, 0, 0, 1, x, y]);
  }

  scale(x: number, y: number): void {
    this.#transform([x, 0, 0, y, 0, 0]);
  }

  rotate(angle: number): void {
    this.#transform([Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]);
  }

  setLineDash(dash: Iterable<number>): void {
    this.#dash = [...dash];
  }

  beginPath(): void {
    this.#path = '';
  }

  closePath(): void {
    this.#path += 'Z';
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${n(x)} ${n(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#path += `${this.#path === '' ? 'M' : 'L'}${n(x)} ${n(y)}`;
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#path += `C${[x1, y1, x2, y2, x, y].map(n).join(' ')}`;
  }

  quadraticCurveTo(x1: number, y1: number, x: number, y: number): void {
    this.#path += `Q${[x1, y1, x, y].map(n).join(' ')}`;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path += `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    const r = Math.min(radius, width / 2, height / 2);
    // A flag of a few pixels looks the same without.
    if (r < 5) return this.rect(x, y, width, height);
    const arc = (by_x: number, by_y: number): string => `a${n(r)} ${n(r)} 0 0 1 ${n(by_x)} ${n(by_y)}`;
    const [wide, high] = [n(width - 2 * r), n(height - 2 * r)];
    this.#path += `M${n(x + r)} ${n(y)}h${wide}${arc(r, r)}v${high}${arc(-r, r)}h-${wide}${arc(-r, -r)}v-${high}${arc(r, -r)}Z`;
  }

  /** Whole circles, which is all that our figures draw. */
  arc(x: number, y: number, radius: number): void {
    const [r, d] = [n(radius), n(2 * radius)];
    this.#path += `M${n(x - radius)} ${n(y)}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 ${n(-2 * radius)} 0Z`;
  }

  fill(): void {
    this.#put(`<path d="${this.#path}" fill="${escape(this.fillStyle)}"`);
  }

  stroke(): void {
    this.#put(`<path d="${this.#path}" fill="none"${this.#line()}`);
  }

  clip(): void {
    const id = `clip${String((this.#nIds += 1))}`;
    this.#parts.push(
      `<clipPath id="${id}"><path d="${this.#path}"${transformAttribute(this.#matrix)}/></clipPath>`,
      `<g clip-path="url(#${id})">`,
    );
    this.#nClips += 1;
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#put(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${escape(this.fillStyle)}"`,
    );
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.#put(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="none"${this.#line()}`,
    );
  }

  measureText(text: string): { width: number } {
    return { width: this.measure(text, this.font) };
  }

  fillText(text: string, x: number, y: number): void {
    const anchor = ANCHORS[this.textAlign];
    const baseline = BASELINES[this.textBaseline];
    const looks = `${anchor ? ` text-anchor="${anchor}"` : ''}${baseline ? ` dominant-baseline="${baseline}"` : ''}`;
    this.#put(
      `<text x="${n(x)}" y="${n(y)}" fill="${escape(this.fillStyle)}" style="font:${escape(this.font)}"${looks}`,
      `>${escape(text)}</text>`,
    );
  }

  #line(): string {
    const dash = this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.map(n).join(' ')}"` : '';
    const cap = this.lineCap === 'butt' ? '' : ` stroke-linecap="${this.lineCap}"`;
    const join = this.lineJoin === 'miter' ? '' : ` stroke-linejoin="${this.lineJoin}"`;
    return ` stroke="${escape(this.strokeStyle)}" stroke-width="${n(this.lineWidth)}"${dash}${cap}${join}`;
  }

  #put(begin: string, end = '/>'): void {
    const alpha = this.globalAlpha < 1 ? ` opacity="${String(Number(this.globalAlpha.toFixed(3)))}"` : '';
    this.#parts.push(`${begin}${alpha}${transformAttribute(this.#matrix)}${end}`);
  }

  #transform(by: Matrix): void {
    this.#matrix = multiply(this.#matrix, by);
  }
}
