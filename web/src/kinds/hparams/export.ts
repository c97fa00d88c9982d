// The table as text for others: CSV, JSON, Markdown and LaTeX, of the rows and columns in sight, in their order.
import { cellText, cellValue } from './cells.ts';
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
    const cells = columns.map((column) => cellValue(column, row)).map((value) => (value === null ? '' : typeof value === 'string' ? quoted(value) : String(value)));
    lines.push([quoted(names[row] ?? ''), ...cells].join(','));
  }
  return `${lines.join('\n')}\n`;
}

/** JSON has no NaN or infinity; they are written as strings, as JavaScript spells them. */
function json({ trials, names, columns, rows }: Sheet): string {
  const plain = (value: ReturnType<typeof cellValue>): unknown => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value);
  const out = Array.from(rows, (row) => ({
    trial: names[row],
    runs: Array.from(trials.runs[row] ?? []),
    ...Object.fromEntries(columns.map((column) => [column.id, plain(cellValue(column, row))])),
  }));
  return JSON.stringify(out, null, 1);
}

function markdown({ names, columns, rows }: Sheet): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
  const head = line(['trial', ...columns.map((column) => column.label)]);
  const rule = `|---|${columns.map((column) => (column.words ? '---|' : '--:|')).join('')}`;
  return `${[head, rule, ...Array.from(rows, (row) => line([names[row] ?? '', ...columns.map((column) => cellText(column, row))]))].join('\n')}\n`;
}

function latex({ names, columns, rows }: Sheet): string {
  const line = (cells: readonly string[]): string => `${cells.map(escaped).join(' & ')} \\\\`;
  const body = Array.from(rows, (row) => line([names[row] ?? '', ...columns.map((column) => cellText(column, row))]));
  const align = columns.map((column) => (column.words ? 'l' : 'r')).join('');
  return [`\\begin{tabular}{l${align}}`, '\\toprule', line(['trial', ...columns.map((column) => column.label)]), '\\midrule', ...body, '\\bottomrule', '\\end{tabular}', ''].join('\n');
}

const TEX: Readonly<Record<string, string>> = { '\\': '\\textbackslash{}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}', '−': '$-$', '∞': '$\\infty$' };

function escaped(text: string): string {
  return text.replaceAll(/[\\~^−∞]|[&%$#_{}]/g, (sign) => TEX[sign] ?? `\\${sign}`);
}

function quoted(text: string): string {
  // A leading formula sign would be run by spreadsheets.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
