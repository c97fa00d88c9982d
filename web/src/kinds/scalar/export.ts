// A card's data as files: CSV and JSON of what is shown, SVG drawn anew, PNG of the canvas.
import { extents, padded } from '../../charts/extent.ts';
import { projection, type ScaleKind } from '../../charts/lines.ts';
import type { Line } from '../../data/frames.ts';

export interface NamedLine {
  name: string;
  color: string;
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

export function toSvg(title: string, lines: readonly NamedLine[], scale: ScaleKind, size: { width: number; height: number }): string {
  const shown = lines.map(({ line }) => ({ x: line.x, y: line.smoothed ?? line.values }));
  const { x, y } = extents(shown, null, scale === 'log');
  const { width, height } = size;
  const box = { left: 48, top: 28, right: width - 12, bottom: height - 24 };
  const yRange = padded(y ?? [0, 1], scale);
  const px = projection('linear', x && x[0] < x[1] ? x : [0, 1], box.left, box.right);
  const py = projection(scale, yRange, box.bottom, box.top);
  const paths = lines.map(({ name, color, line }) => {
    const d = path(line.x, line.smoothed ?? line.values, px, py);
    return `<path d="${d}" fill="none" stroke="${escape(color)}" stroke-width="1.4" stroke-linejoin="round"><title>${escape(name)}</title></path>`;
  });
  const ends = [`<text x="${String(box.left)}" y="${String(height - 8)}">${String(x?.[0] ?? 0)}</text>`, `<text x="${String(box.right)}" y="${String(height - 8)}" text-anchor="end">${String(x?.[1] ?? 1)}</text>`];
  const sides = yRange.map((value, i) => `<text x="${String(box.left - 5)}" y="${String(i === 0 ? box.bottom : box.top + 8)}" text-anchor="end">${value.toPrecision(3)}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}" font-family="sans-serif" font-size="11" fill="#4b525b">`,
    `<text x="10" y="17" font-weight="600" fill="#15181c">${escape(title)}</text>`,
    `<path d="M${String(box.left)} ${String(box.bottom)}H${String(box.right)}" stroke="#c9ced4"/>`,
    ...ends,
    ...sides,
    ...paths,
    '</svg>',
  ].join('\n');
}

export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name.replaceAll(/[^\w.-]+/g, '_');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function path(x: Float64Array, y: Float64Array, px: (v: number) => number, py: (v: number) => number): string {
  let d = '';
  let drawing = false;
  for (let i = 0; i < x.length; i += 1) {
    const top = py(y[i] as number);
    if (!Number.isFinite(top)) {
      drawing = false;
      continue;
    }
    d += `${drawing ? 'L' : 'M'}${px(x[i] as number).toFixed(1)} ${top.toFixed(1)}`;
    drawing = true;
  }
  return d;
}

function quote(text: string): string {
  // A leading formula sign would be run by spreadsheets.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
