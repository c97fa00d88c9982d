// A page of a table as the server answers it, and how cells and columns are written.

export type Cell = string | number | boolean | null;

export interface Column {
  name: string;
  type: string;
}

export interface TableFacts {
  run: number;
  step: number;
  n_rows?: number;
  notes?: readonly string[];
  error?: string;
}

export interface Rows {
  columns: readonly Column[];
  tables: readonly TableFacts[];
  /** Rows of all tables, and those that the filter leaves. */
  n_rows: number;
  n_left: number;
  offset: number;
  runs: readonly number[];
  numbers: readonly number[];
  rows: readonly (readonly Cell[])[];
}

/** The height of a row. */
export const ROW_PX = 24;

export interface Order {
  column: string;
  descending: boolean;
}

export function isNumeric(column: Column): boolean {
  return column.type === 'int' || column.type === 'float';
}

export function cellText(cell: Cell | undefined, column: Column): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number' && column.type === 'float') return trimmed(cell);
  return String(cell)
    .replace(/^-Infinity$/, '−∞')
    .replace(/^Infinity$/, '∞');
}

/** Six digits say as much as one compares at a glance. */
function trimmed(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toFixed(1).replace('-', '−');
  const text =
    Math.abs(value) >= 1e-4 && Math.abs(value) < 1e15
      ? String(Number(value.toPrecision(6)))
      : value.toExponential(4).replace(/\.?0+e/, 'e');
  return text.replace('e+', 'e').replaceAll('-', '−');
}

const CHAR_PX = 6.6;
const WIDTH_PX = { least: 56, most: 340, edges: 26 };

/** Wide enough for what is seen of each column; the rest is cut off. */
export function columnWidths(table: Pick<Rows, 'columns' | 'rows'>): number[] {
  return table.columns.map((column, place) => {
    const longest = table.rows
      .slice(0, 60)
      .reduce((most, row) => Math.max(most, cellText(row[place], column).length), column.name.length + 1);
    return Math.round(Math.max(WIDTH_PX.least, Math.min(WIDTH_PX.most, longest * CHAR_PX + WIDTH_PX.edges)));
  });
}

/** A press on a head: rising, then falling, then as logged. */
export function nextOrder(order: Order | null, column: string): Order | null {
  if (order?.column !== column) return { column, descending: false };
  return order.descending ? null : { column, descending: true };
}

export function orderText(order: Order | null): string | undefined {
  return order ? `${order.descending ? '-' : '+'}${order.column}` : undefined;
}

export function orderOf(text: string | undefined): Order | null {
  return text ? { column: text.slice(1), descending: text.startsWith('-') } : null;
}
