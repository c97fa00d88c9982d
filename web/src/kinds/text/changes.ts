// What changed from one text to the next, line by line.
import { diffLines } from 'diff';

export interface Line {
  sign: '+' | '−' | ' ';
  text: string;
}

/** Unchanged lines shown around each change. */
const CONTEXT = 3;
/** Texts beyond this are not compared: it would take too long. */
export const MOST_CHARS = 200_000;

export function changes(before: string, after: string): Line[] {
  const lines: Line[] = [];
  for (const part of diffLines(before, after)) {
    const sign = part.added ? '+' : part.removed ? '−' : ' ';
    for (const text of part.value.replace(/\n$/, '').split('\n')) lines.push({ sign, text });
  }
  return lines;
}

export interface Hunk {
  /** Unchanged lines left out before it. */
  nSkipped: number;
  lines: readonly Line[];
}

/** Only the changes and a few lines around them. */
export function hunks(lines: readonly Line[]): Hunk[] {
  const near = new Uint8Array(lines.length);
  lines.forEach((line, at) => {
    if (line.sign !== ' ') near.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  });
  const found: Hunk[] = [];
  let skipped = 0;
  for (let at = 0; at < lines.length;) {
    const end = near.indexOf(near[at] === 1 ? 0 : 1, at);
    const stop = end < 0 ? lines.length : end;
    if (near[at] === 1) {
      found.push({ nSkipped: skipped, lines: lines.slice(at, stop) });
      skipped = 0;
    } else skipped = stop - at;
    at = stop;
  }
  return found;
}
