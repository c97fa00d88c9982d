// A card's data as files: CSV and JSON of the points that are shown.
import type { Line } from '../../data/frames.ts';

export interface NamedLine {
  name: string;
  line: Line;
}

export function toCsv(lines: readonly NamedLine[]): string {
  const rows = ['run,tag,step,wall_time,value,smoothed'];
  for (const { name, line } of lines) {
    for (let i = 0; i < line.steps.length; i += 1) {
      const smoothed = line.smoothed ? String(line.smoothed[i]) : '';
      rows.push([quote(name), quote(line.tag), line.steps[i], line.walls[i], line.values[i], smoothed].join(','));
    }
  }
  return `${rows.join('\n')}\n`;
}

/** JSON has no NaN or infinity; they are written as strings, as JavaScript spells them. */
export function toJson(lines: readonly NamedLine[]): string {
  const plain = (column: Float64Array): (number | string)[] => Array.from(column, (value) => (Number.isFinite(value) ? value : String(value)));
  return JSON.stringify(
    lines.map(({ name, line }) => ({
      run: name,
      tag: line.tag,
      total: line.total,
      step: plain(line.steps),
      wall_time: plain(line.walls),
      value: plain(line.values),
      ...(line.smoothed ? { smoothed: plain(line.smoothed) } : {}),
    })),
  );
}

export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name.replaceAll(/[^\w.-]+/g, '_');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function quote(text: string): string {
  // A leading formula sign would be run by spreadsheets.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
