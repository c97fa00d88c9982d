// Data as files that a person keeps: CSV, JSON, and handing them over.

export type CsvCell = string | number | null | undefined;

/** Rows of cells under their names; what is missing stays empty. */
export function csvText(names: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [names.map(csvCell).join(',')];
  for (const row of rows) lines.push(row.map(csvCell).join(','));
  return `${lines.join('\n')}\n`;
}

function csvCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell ?? '';
  // A leading formula sign would be run by spreadsheets.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Columns of numbers become lists. JSON has no NaN or infinity; they are written as strings, as JavaScript spells them. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, held: unknown) => {
    if (ArrayBuffer.isView(held)) return Array.from(held as unknown as ArrayLike<number>);
    return typeof held === 'number' && !Number.isFinite(held) ? String(held) : held;
  });
}

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[/\\:]+/g, '_').slice(-120);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
