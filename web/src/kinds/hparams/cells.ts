// What a cell of the table says: numbers as short as they tell apart, words as they are, nothing where nothing is.
import { formatDate, formatDuration, formatValue } from '../../charts/base/format.ts';
import type { TrialColumn } from './trials.ts';

export function cellText(column: TrialColumn, row: number): string {
  if (column.missing[row]) return '';
  const value = column.numbers[row] as number;
  if (column.words) return column.words[value] ?? '';
  if (column.id === 'start_time') return Number.isNaN(value) ? '' : formatDate(value);
  if (column.id === 'duration') return Number.isNaN(value) ? '' : formatDuration(value);
  return column.role === 'metric' ? formatValue(value) : formatSetting(value);
}

/** What a cell says in full: all digits of a number, words as they are. */
export function cellTitle(column: TrialColumn, row: number): string {
  const isNumber = column.words === null && column.role !== 'fact' && !column.missing[row];
  return isNumber ? allDigits(column.numbers[row] as number) : cellText(column, row);
}

/** A number logged as a float32 with the digits that tell it from its neighbors, and no others. */
export function allDigits(value: number): string {
  if (Math.fround(value) !== value) return String(value);
  const short = [6, 7, 8, 9]
    .map((digits) => Number(value.toPrecision(digits)))
    .find((one) => Math.fround(one) === value);
  return String(short ?? value);
}

/** So many digits are what a person chose; more of them were drawn by chance, and five tell those apart. */
const CHOSEN_DIGITS = 7;
const DRAWN_DIGITS = 5;

export function formatSetting(value: number): string {
  if (!Number.isFinite(value)) return formatValue(value);
  const size = Math.abs(value);
  const exact = Number(value.toPrecision(12));
  const isChosen = Number.isInteger(exact) || exact === Number(value.toPrecision(CHOSEN_DIGITS));
  const shown = isChosen ? exact : Number(value.toPrecision(DRAWN_DIGITS));
  const text =
    size !== 0 && (size < 1e-3 || size >= 1e7) ? shown.toExponential().replace('e+', 'e') : String(shown);
  return text.startsWith('-') ? `−${text.slice(1)}` : text;
}

/** The plain value, for files: null where there is none, NaN and infinities as numbers. */
export function cellValue(column: TrialColumn, row: number): number | string | boolean | null {
  if (column.missing[row]) return null;
  const value = column.numbers[row] as number;
  if (column.type === 'bool') return value === 1;
  if (column.values) return column.values[value] ?? null;
  return column.words ? (column.words[value] ?? null) : value;
}

export function isNaNCell(column: TrialColumn, row: number): boolean {
  return (
    column.words === null &&
    !column.missing[row] &&
    Number.isNaN(column.numbers[row]) &&
    column.role !== 'fact'
  );
}
