// What a cell of the table says: numbers as short as they are exact, words as they are, nothing where nothing is.
import { formatDate, formatDuration, formatValue } from '../../charts/format.ts';
import type { TrialColumn } from './trials.ts';

export function cellText(column: TrialColumn, row: number): string {
  if (column.missing[row]) return '';
  const value = column.numbers[row] as number;
  if (column.words) return column.words[value] ?? '';
  if (column.id === 'start_time') return Number.isNaN(value) ? '' : formatDate(value);
  if (column.id === 'duration') return Number.isNaN(value) ? '' : formatDuration(value);
  return column.role === 'metric' ? formatValue(value) : formatSetting(value);
}

/** A number that a person chose: all its digits, up to twelve. */
export function formatSetting(value: number): string {
  if (!Number.isFinite(value)) return formatValue(value);
  const size = Math.abs(value);
  const exact = Number(value.toPrecision(12));
  const text = size !== 0 && (size < 1e-3 || size >= 1e7) ? exact.toExponential().replace('e+', 'e') : String(exact);
  return text.startsWith('-') ? `−${text.slice(1)}` : text;
}

/** The plain value, for files: null where there is none, NaN and infinities as numbers. */
export function cellValue(column: TrialColumn, row: number): number | string | boolean | null {
  if (column.missing[row]) return null;
  const value = column.numbers[row] as number;
  if (column.type === 'bool') return value === 1;
  return column.words ? (column.words[value] ?? null) : value;
}

export function isNaNCell(column: TrialColumn, row: number): boolean {
  return column.words === null && !column.missing[row] && Number.isNaN(column.numbers[row]) && column.role !== 'fact';
}
