// Which points are selected, isolated and hidden; the same for both clouds where two stand side by side.
import { DIM, HIDDEN } from '../../charts/cloud/points.ts';

const NONE = new Uint32Array(0);

export class PointSelection {
  /** Ascending. */
  selected = $state.raw<Uint32Array>(NONE);
  /** By what they were selected: "Lasso", "Search". */
  how = $state('');
  /** 1 where a point is shown; null: all are. */
  shown = $state.raw<Uint8Array | null>(null);
  /** Whether a second embedding also shows points that the first does not have. */
  areOthersShown = $state(true);
  /** The point under the pointer, in either cloud or in a list. */
  hovered = $state<number | null>(null);

  select(points: Uint32Array, how: string, adds = false): void {
    this.selected = adds ? Uint32Array.from(new Set([...this.selected, ...points])).sort() : points;
    this.how = how;
  }

  clear(): void {
    this.selected = NONE;
    this.how = '';
  }

  /** Show the selected points alone. */
  isolate(nPoints: number): void {
    this.showOnly(this.selected, nPoints);
    this.clear();
  }

  showOnly(points: ArrayLike<number>, nPoints: number): void {
    this.shown = maskOf(points, nPoints);
    this.areOthersShown = false;
  }

  /** Do not show the selected points. */
  hide(nPoints: number): void {
    const mask = this.shown?.slice() ?? new Uint8Array(nPoints).fill(1);
    for (const point of this.selected) mask[point] = 0;
    this.shown = mask;
    this.clear();
  }

  showAll(): void {
    this.shown = null;
    this.areOthersShown = true;
  }

  reset(): void {
    this.clear();
    this.showAll();
    this.hovered = null;
  }
}

export function maskOf(points: ArrayLike<number>, nPoints: number): Uint8Array {
  const mask = new Uint8Array(nPoints);
  for (let i = 0; i < points.length; i += 1) mask[points[i] as number] = 1;
  return mask;
}

/** Colors with what is not shown left out, and what is neither selected nor found dimmed. */
export function shownShades(
  shades: Uint8Array,
  shown: Uint8Array | null,
  selected: Uint32Array,
  found: Uint8Array | null,
): Uint8Array {
  if (!shown && selected.length === 0 && !found) return shades;
  const chosen = selected.length > 0 ? maskOf(selected, shades.length) : found;
  return shades.map((shade, i) => {
    if (shown && !shown[i]) return HIDDEN;
    return chosen && !chosen[i] ? DIM : shade;
  });
}

/** How many of some points each class has, the most first. */
export function classCounts(
  points: Uint32Array,
  codes: ArrayLike<number>,
  values: readonly string[],
): { name: string; code: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const point of points) {
    const code = codes[point] as number;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts]
    .map(([code, count]) => ({ name: values[code] ?? '', code, count }))
    .sort((a, b) => b.count - a.count);
}
