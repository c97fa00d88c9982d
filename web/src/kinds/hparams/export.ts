// The table as text for others: CSV, JSON, Markdown and LaTeX, of the rows and columns in sight, in their order.
import { cellText, cellValue } from './cells.ts';
import { asLatex, asMarkdown, type TextTable } from '../../public/tables/text_table.ts';
import type { TrialColumn, Trials } from './trials.ts';

export type Format = 'csv' | 'json' | 'md' | 'tex';

export interface Sheet {
  trials: Trials;
  names: readonly string[];
  columns: readonly TrialColumn[];
  rows: ArrayLike<number>;
}

export function exported(sheet: Sheet, format: Format): string {
  switch (format) {
    case 'csv':
      return csv(sheet);
    case 'json':
      return json(sheet);
    case 'md':
      return asMarkdown(textTable(sheet));
    case 'tex':
      return asLatex(textTable(sheet));
  }
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

function textTable({ names, columns, rows }: Sheet): TextTable {
  return {
    columns: [
      { title: 'trial', isNumber: false },
      ...columns.map(({ label, words }) => ({ title: label, isNumber: words === null })),
    ],
    rows: Array.from(rows, (row) => [names[row] ?? '', ...columns.map((column) => cellText(column, row))]),
  };
}

function quoted(text: string): string {
  // A leading formula sign would be run by spreadsheets; numbers are none.
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
