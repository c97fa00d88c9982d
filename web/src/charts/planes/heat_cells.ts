// A matrix as a heat map: a cell per element (or block of elements), numbers in cells that are large enough.
import { formatShort, formatValue } from '../base/format.ts';
import { colorAt, colorScale } from '../base/heat_colors.ts';
import { words, type Box } from './plane.ts';
import { chartTheme } from '../base/theme.ts';

export interface Cells {
  nRows: number;
  nColumns: number;
  /** Row after row; NaN where nothing is finite. */
  values: Float64Array;
  /** The whole plane's size, of which a cell may be a block. */
  size: readonly [number, number];
}

const WORDS_PX = { width: 36, height: 17 };
const LEGEND_PX = 52;

export class CellMap {
  readonly box: Box;
  readonly #low: number;
  readonly #high: number;

  constructor(
    readonly cells: Cells,
    width: number,
    height: number,
  ) {
    const [right, bottom] = [Math.max(30, width - LEGEND_PX), Math.max(20, height - 18)];
    const side = Math.min((right - 34) / cells.nColumns, (bottom - 6) / cells.nRows);
    // Square cells where that leaves most of the place filled, else stretched.
    const square =
      side * Math.max(cells.nColumns, cells.nRows) > 0.55 * Math.max(right - 34, bottom - 6) &&
      side * Math.min(cells.nColumns, cells.nRows) > 40;
    this.box = {
      left: 34,
      top: 6,
      right: square ? 34 + side * cells.nColumns : right,
      bottom: square ? 6 + side * cells.nRows : bottom,
    };
    [this.#low, this.#high] = ends(cells.values);
  }

  /** Values on both sides of zero: then zero is the middle of the colors. */
  get diverging(): boolean {
    return this.#low < 0 && this.#high > 0;
  }

  paint(context: CanvasRenderingContext2D): void {
    const { nRows, nColumns, values } = this.cells;
    const theme = chartTheme();
    const scale = colorScale(this.diverging ? 'div' : 'seq');
    const [x, y] = [
      this.#places(this.box.left, this.box.right, nColumns),
      this.#places(this.box.top, this.box.bottom, nRows),
    ];
    for (let row = 0; row < nRows; row += 1) {
      for (let column = 0; column < nColumns; column += 1) {
        const value = values[row * nColumns + column] as number;
        context.fillStyle = Number.isFinite(value) ? colorAt(scale, this.#share(value)) : theme.bad;
        context.fillRect(
          x[column] as number,
          y[row] as number,
          (x[column + 1] as number) - (x[column] as number),
          (y[row + 1] as number) - (y[row] as number),
        );
      }
    }
    if (
      (this.box.right - this.box.left) / nColumns >= WORDS_PX.width &&
      (this.box.bottom - this.box.top) / nRows >= WORDS_PX.height
    )
      this.#paintNumbers(context, x, y);
    this.#paintEdges(context);
    this.#paintLegend(context, scale);
  }

  paintMark(context: CanvasRenderingContext2D, row: number, column: number): void {
    const { nRows, nColumns } = this.cells;
    const [x, y] = [
      this.#places(this.box.left, this.box.right, nColumns),
      this.#places(this.box.top, this.box.bottom, nRows),
    ];
    context.strokeStyle = chartTheme().ink;
    context.lineWidth = 1.5;
    context.strokeRect(
      (x[column] as number) - 0.5,
      (y[row] as number) - 0.5,
      (x[column + 1] as number) - (x[column] as number) + 1,
      (y[row + 1] as number) - (y[row] as number) + 1,
    );
  }

  at(x_px: number, y_px: number): { row: number; column: number } | null {
    const { left, right, top, bottom } = this.box;
    if (x_px < left || x_px >= right || y_px < top || y_px >= bottom) return null;
    return {
      row: Math.floor(((y_px - top) / (bottom - top)) * this.cells.nRows),
      column: Math.floor(((x_px - left) / (right - left)) * this.cells.nColumns),
    };
  }

  #share(value: number): number {
    if (this.diverging) return 0.5 + value / (2 * Math.max(-this.#low, this.#high));
    return this.#high > this.#low ? (value - this.#low) / (this.#high - this.#low) : 0.5;
  }

  #places(from: number, to: number, n: number): number[] {
    return Array.from({ length: n + 1 }, (_, i) => Math.round(from + ((to - from) * i) / n));
  }

  #paintNumbers(context: CanvasRenderingContext2D, x: readonly number[], y: readonly number[]): void {
    const { nColumns, values } = this.cells;
    words(context, chartTheme());
    context.textAlign = 'center';
    values.forEach((value, i) => {
      const [row, column] = [Math.floor(i / nColumns), i % nColumns];
      context.fillStyle = this.#inkOn(value);
      context.fillText(
        brief(value),
        ((x[column] as number) + (x[column + 1] as number)) / 2,
        ((y[row] as number) + (y[row + 1] as number)) / 2 + 3.5,
      );
    });
  }

  /** Dark words on light colors and the other way round. */
  #inkOn(value: number): string {
    const theme = chartTheme();
    const share = Number.isFinite(value) ? this.#share(value) : 1;
    const stands = this.diverging ? Math.abs(share - 0.5) > 0.33 : share > 0.5;
    return stands || !Number.isFinite(value) ? theme.surface : theme.ink;
  }

  #paintEdges(context: CanvasRenderingContext2D): void {
    const { left, right, top, bottom } = this.box;
    words(context, chartTheme());
    context.textAlign = 'right';
    context.fillText('0', left - 5, top + 9);
    if (this.cells.size[0] > 1) context.fillText(formatShort(this.cells.size[0] - 1), left - 5, bottom - 2);
    context.textAlign = 'left';
    context.fillText('0', left, bottom + 13);
    context.textAlign = 'right';
    if (this.cells.size[1] > 1) context.fillText(formatShort(this.cells.size[1] - 1), right, bottom + 13);
  }

  #paintLegend(context: CanvasRenderingContext2D, scale: readonly string[]): void {
    if (!(this.#low <= this.#high)) return;
    const most = Math.max(-this.#low, this.#high);
    const [low, high] = this.diverging ? [-most, most] : [this.#low, this.#high];
    const height = Math.min(88, this.box.bottom - this.box.top);
    const x = this.box.right + 8;
    for (let i = 0; i < height; i += 1) {
      context.fillStyle = colorAt(scale, 1 - i / height);
      context.fillRect(x, this.box.top + i, 8, 1);
    }
    words(context, chartTheme());
    context.textAlign = 'left';
    context.fillText(brief(high), x + 11, this.box.top + 9);
    context.fillText(brief(low), x + 11, this.box.top + height);
  }
}

/** Three digits, as short as possible. */
export function brief(value: number): string {
  if (!Number.isFinite(value)) return formatValue(value);
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-3 || size >= 1e5)
      ? value.toExponential(1).replace('.0e', 'e').replace('e+', 'e')
      : String(Number(value.toPrecision(3)));
  return text.replaceAll('-', '−');
}

export function ends(values: Float64Array): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
