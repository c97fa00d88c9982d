// A table of plain cells as text for others: Markdown or LaTeX.
import { latexNumber, latexTable, latexText } from './latex.ts';
import { markdownCell, markdownTable } from './markdown.ts';

export interface TextTable {
  columns: readonly { title: string; isNumber: boolean }[];
  rows: readonly (readonly string[])[];
}

export type TextFormat = 'Markdown' | 'LaTeX';

export function tableText(table: TextTable, format: TextFormat): string {
  return { Markdown: asMarkdown, LaTeX: asLatex }[format](table);
}

export function asMarkdown({ columns, rows }: TextTable): string {
  return markdownTable(
    columns.map(({ title }) => markdownCell(title)),
    columns.map(({ isNumber }) => isNumber),
    rows.map((row) => row.map(markdownCell)),
  );
}

export function asLatex({ columns, rows }: TextTable): string {
  const cell = (text: string, i: number): string => (columns[i]?.isNumber ? latexNumber : latexText)(text);
  return latexTable(columns.map(({ isNumber }) => (isNumber ? 'r' : 'l')).join(''), [
    columns.map(({ title }) => latexText(title)),
    ...rows.map((row) => row.map(cell)),
  ]);
}
