// A table in Markdown whose cells read as they are, whatever signs they hold.

/** `isNumber` tells which columns lie to the right. */
export function markdownTable(
  head: readonly string[],
  isNumber: readonly boolean[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = `|${isNumber.map((one) => (one ? '--:|' : '---|')).join('')}`;
  return `${[line(head), rule, ...rows.map(line)].join('\n')}\n`;
}

/** Text as a cell: one line, no sign with a meaning; an underscore within a word has none. */
export function markdownCell(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*<~|[\]]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, (sign) => `\\${sign}`);
}
