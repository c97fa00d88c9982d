// The log folder as the bar names it: short, the whole on pointing at it.
import type { Root } from '../../data/shapes.ts';

export function folderName(roots: readonly Root[]): { short: string; whole: string } {
  const whole = roots.map((root) => root.path).join('\n');
  const [first, ...others] = roots;
  if (!first) return { short: '', whole };
  if (others.length > 0)
    return { short: roots.map((root) => root.name ?? lastParts(root.path, 1)).join(', '), whole };
  return { short: lastParts(first.path, 2), whole };
}

/** A browser's memory belongs to what it looks at, not to the port that shows it. */
export function folderKey(roots: readonly Root[]): string {
  return roots.map((root) => root.path).join('|');
}

/** An address keeps its `//`. */
function lastParts(path: string, n: number): string {
  if (/^\w+:\/\/[^/]+\/?$/.test(path)) return path;
  return path.split(/[\\/]/).filter(Boolean).slice(-n).join('/') || path;
}
