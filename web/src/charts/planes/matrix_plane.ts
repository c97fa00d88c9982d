// A square table of numbers as a heat map: a row for each true class, a column for each predicted one.
import { colorAt, colorScale } from '../base/heat_colors.ts';
import { chartTheme } from '../base/theme.ts';

export interface MatrixLook {
  names: readonly string[];
  values: Float64Array;
  /** The value of the strongest color. */
  most: number;
  /** Values lie on both sides of 0. */
  isDifference: boolean;
  text: (value: number) => string;
}

export interface Spot {
  row: number;
  column: number;
}

const CHAR_PX = 5.8;
/** Fonts for counts by what a character takes; the smaller one where the first has no room. */
const FONTS = [
  { size_px: 0, char_px: CHAR_PX, height_px: 13 },
  { size_px: 9, char_px: 5, height_px: 10 },
] as const;
const FAINT = 0.62;

/** The font size in which a text fits a cell; 0: the usual one, null: none. */
export function textSize(text: string, cell: { width: number; height: number }): number | null {
  const font = FONTS.find(
    ({ char_px, height_px }) => cell.height >= height_px && cell.width >= text.length * char_px + 3,
  );
  return font?.size_px ?? null;
}

export class MatrixPlane {
  readonly left: number;
  readonly top = 2;
  readonly cell: { width: number; height: number };
  readonly #isTurned: boolean;

  constructor(
    readonly look: MatrixLook,
    readonly width: number,
    readonly height: number,
  ) {
    const n = Math.max(1, look.names.length);
    const longest = look.names.reduce((most, name) => Math.max(most, name.length), 1) * CHAR_PX;
    this.left = Math.round(Math.min(longest + 10, width * 0.28, 96)) + 12;
    this.#isTurned = (width - this.left - 4) / n < Math.min(longest, 34);
    const bottom = 16 + (this.#isTurned ? Math.min(longest + 4, height * 0.22, 64) : 14);
    this.cell = { width: (width - this.left - 4) / n, height: Math.max(1, height - this.top - bottom) / n };
  }

  paint(context: CanvasRenderingContext2D): void {
    const theme = chartTheme();
    const n = this.look.names.length;
    context.font = theme.font;
    for (let row = 0; row < n; row += 1)
      for (let column = 0; column < n; column += 1) this.#paintCell(context, row, column, n);
    context.fillStyle = theme.label;
    if (this.cell.height >= 10)
      this.look.names.forEach((name, row) => this.#paintRowName(context, name, row));
    if (this.cell.width >= 10)
      this.look.names.forEach((name, column) => this.#paintColumnName(context, name, column));
    this.#paintTitles(context);
  }

  paintSpot(context: CanvasRenderingContext2D, { row, column }: Spot): void {
    const { ink } = chartTheme();
    const [x, y] = [this.left + column * this.cell.width, this.top + row * this.cell.height];
    context.strokeStyle = ink;
    context.globalAlpha = 0.35;
    context.strokeRect(
      this.left + 0.5,
      y + 0.5,
      this.cell.width * this.look.names.length - 1,
      this.cell.height - 1,
    );
    context.strokeRect(
      x + 0.5,
      this.top + 0.5,
      this.cell.width - 1,
      this.cell.height * this.look.names.length - 1,
    );
    context.globalAlpha = 1;
    context.lineWidth = 1.5;
    context.strokeRect(
      x + 0.75,
      y + 0.75,
      Math.max(2, this.cell.width - 1.5),
      Math.max(2, this.cell.height - 1.5),
    );
  }

  at(x_px: number, y_px: number): Spot | null {
    const [column, row] = [
      Math.floor((x_px - this.left) / this.cell.width),
      Math.floor((y_px - this.top) / this.cell.height),
    ];
    const n = this.look.names.length;
    return row >= 0 && row < n && column >= 0 && column < n ? { row, column } : null;
  }

  #paintCell(context: CanvasRenderingContext2D, row: number, column: number, n: number): void {
    const value = this.look.values[row * n + column] ?? NaN;
    const gap = this.cell.width >= 6 && this.cell.height >= 6 ? 1 : 0;
    const [x, y] = [this.left + column * this.cell.width, this.top + row * this.cell.height];
    const fill = this.#fill(value, row === column);
    context.fillStyle = fill;
    context.fillRect(x, y, this.cell.width - gap, this.cell.height - gap);
    const text = this.look.text(value);
    const size_px = textSize(text, this.cell);
    if (size_px === null) return;
    const usual = context.font;
    if (size_px > 0) context.font = usual.replace(/[\d.]+px/, `${String(size_px)}px`);
    context.fillStyle = inkOn(fill);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(text, x + this.cell.width / 2, y + this.cell.height / 2);
    context.font = usual;
  }

  /** More on the diagonal is better, more beside it worse; a difference is colored by that. */
  #fill(value: number, isDiagonal: boolean): string {
    if (Number.isNaN(value)) return chartTheme().grid;
    const share = this.look.most > 0 ? Math.min(1, Math.abs(value) / this.look.most) ** FAINT : 0;
    return this.look.isDifference
      ? colorAt(colorScale('div'), 0.5 + (Math.sign(value) * (isDiagonal ? -share : share)) / 2)
      : colorAt(colorScale('seq'), share);
  }

  #paintRowName(context: CanvasRenderingContext2D, name: string, row: number): void {
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    context.fillText(cut(name, this.left - 18), this.left - 5, this.top + (row + 0.5) * this.cell.height);
  }

  #paintColumnName(context: CanvasRenderingContext2D, name: string, column: number): void {
    const x = this.left + (column + 0.5) * this.cell.width;
    const y = this.top + this.cell.height * this.look.names.length + 4;
    if (!this.#isTurned) {
      context.textAlign = 'center';
      context.textBaseline = 'top';
      context.fillText(cut(name, this.cell.width - 2), x, y);
      return;
    }
    context.save();
    context.translate(x, y);
    context.rotate(-Math.PI / 2);
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    context.fillText(cut(name, this.height - y - 14), 0, 0);
    context.restore();
  }

  #paintTitles(context: CanvasRenderingContext2D): void {
    context.textAlign = 'right';
    context.textBaseline = 'bottom';
    context.fillText('predicted →', this.width - 4, this.height - 1);
    context.save();
    context.translate(1, this.top);
    context.rotate(-Math.PI / 2);
    context.textBaseline = 'top';
    context.fillText('← true', 0, 0);
    context.restore();
  }
}

export function cut(text: string, room_px: number): string {
  const most = Math.max(1, Math.floor(room_px / CHAR_PX));
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}

/** Black or white, whichever stands out from an `rgb(…)` color or a hex one. */
export function inkOn(fill: string): string {
  const channels = fill.startsWith('#')
    ? [1, 3, 5].map((at) => parseInt(fill.slice(at, at + 2), 16))
    : (fill.match(/\d+/g) ?? []).map(Number);
  const [r = 0, g = 0, b = 0] = channels.map((channel) => (channel / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? '#15181c' : '#ffffff';
}
