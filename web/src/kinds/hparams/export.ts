// The table as text for others: CSV, JSON, Markdown and LaTeX, of the rows and columns in sight, in their order.
import { cellText, cellValue } from './cells.ts';
import { latexNumber, latexTable, latexText } from './latex.ts';
import { markdownCell, markdownTable } from './markdown.ts';
import type { TrialColumn, Trials } from './trials.ts';

export type Format = 'csv' | 'json' | 'md' | 'tex';

export interface Sheet {
  trials: Trials;
  names: readonly string[];
  columns: readonly TrialColumn[];
  rows: ArrayLike<number>;
}

export function exported(sheet: Sheet, format: Format): string {
  return { csv, json, md: markdown, tex: latex }[format](sheet);
}

function csv({ names, columns, rows }: Sheet): string {
  const lines = [['trial', ...columns.map((column) => column.id)].map(quoted).join(',')];
  for (const row of Array.from(rows)) {
    const cells = columns
      .map((column) => cellValue(column, row))
      .map((value) => (value === null ? '' : typeof value === 'string' ? quoted(value) : String(value)));
    lines.push([quoted(names[row] ?? ''), ...cells].join(','));
  }
  return `${lines.join('\n')}\n`;
}

/** JSON has no NaN or infinity; they are written as strings, as JavaScript spells them. */
function json({ trials, names, columns, rows }: Sheet): string {
  const plain = (value: ReturnType<typeof cellValue>): unknown =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  const out = Array.from(rows, (row) => ({
    trial: names[row],
    runs: Array.from(trials.runs(row)),
    ...Object.fromEntries(columns.map((column) => [column.id, plain(cellValue(column, row))])),
  }));
  return JSON.stringify(out, null, 1);
}

function markdown({ names, columns, rows }: Sheet): string {
  const head = ['trial', ...columns.map((column) => column.label)].map(markdownCell);
  const lines = Array.from(rows, (row) =>
    [names[row] ?? '', ...columns.map((column) => cellText(column, row))].map(markdownCell),
  );
  return markdownTable(head, [false, ...columns.map((column) => column.words === null)], lines);
}

function latex({ names, columns, rows }: Sheet): string {
  const cell = (column: TrialColumn, row: number): string =>
    (column.words ? latexText : latexNumber)(cellText(column, row));
  const body = Array.from(rows, (row) => [
    latexText(names[row] ?? ''),
    ...columns.map((column) => cell(column, row)),
  ]);
  const head = ['trial', ...columns.map((column) => latexText(column.label))];
  return latexTable(`l${columns.map((column) => (column.words ? 'l' : 'r')).join('')}`, [head, ...body]);
}

function quoted(text: string): string {
  // A leading formula sign would be run by spreadsheets; numbers are none.
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
