// Which points are selected, isolated and hidden; the same for both clouds where two stand side by side.
import { untrack } from 'svelte';
import { DIM, HIDDEN } from '../../charts/cloud/points.ts';
import { decodePoints, encodePoints } from './encoded_points.ts';

const NONE = new Uint32Array(0);

/** The selection as a link has it; each is missing where there is none, or where it is too long for a link. */
export interface LinkedPoints {
  readonly how?: string | undefined;
  readonly selected?: string | undefined;
  /** The points that are shown alone. */
  readonly only?: string | undefined;
  readonly hidden?: string | undefined;
}

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
  /** Whether the link has what is selected, and what is shown. */
  isSelectedInLink = $state(true);
  isShownInLink = $state(true);
  #identity = '';
  #linked: LinkedPoints = {};

  constructor(private readonly write: (linked: LinkedPoints) => void = () => undefined) {}

  select(points: Uint32Array, how: string, adds = false): void {
    this.selected = adds ? Uint32Array.from(new Set([...this.selected, ...points])).sort() : points;
    this.how = how;
    this.#writeSelected();
  }

  clear(): void {
    this.select(NONE, '');
  }

  /** Show the selected points alone. */
  isolate(nPoints: number): void {
    this.showOnly(this.selected, nPoints);
    this.clear();
  }

  showOnly(points: ArrayLike<number>, nPoints: number): void {
    this.#show(maskOf(points, nPoints), false);
    this.#writeShown();
  }

  /** Do not show the selected points. */
  hide(nPoints: number): void {
    const mask = this.shown?.slice() ?? new Uint8Array(nPoints).fill(1);
    for (const point of this.selected) mask[point] = 0;
    this.#show(mask, this.areOthersShown);
    this.#writeShown();
    this.clear();
  }

  showAll(): void {
    this.#show(null, true);
    this.#writeShown();
  }

  /** Take what a link has, unless this wrote it. `identity` is that of the embedding: another has other points. */
  follow(linked: LinkedPoints, identity: string, nPoints: number): void {
    const isOther = identity !== this.#identity;
    const before = this.#linked;
    this.#identity = identity;
    this.#linked = linked;
    if (isOther) this.hovered = null;
    if (isOther || linked.selected !== before.selected) this.#readSelected(linked, nPoints);
    if (isOther || linked.only !== before.only || linked.hidden !== before.hidden)
      this.#readShown(linked, nPoints);
  }

  #readSelected({ selected, how }: LinkedPoints, nPoints: number): void {
    const points = decoded(selected, nPoints);
    this.selected = points ?? NONE;
    this.how = points ? (how ?? '') : '';
    this.isSelectedInLink = true;
  }

  #readShown({ only, hidden }: LinkedPoints, nPoints: number): void {
    const [alone, left] = [decoded(only, nPoints), decoded(hidden, nPoints)];
    const mask = alone ? maskOf(alone, nPoints) : left && maskOf(left, nPoints).map((is) => 1 - is);
    this.#show(mask, !alone);
    this.isShownInLink = true;
  }

  #show(mask: Uint8Array | null, areOthersShown: boolean): void {
    this.shown = mask;
    this.areOthersShown = areOthersShown;
  }

  #writeSelected(): void {
    const { selected, how } = this;
    const text = selected.length > 0 ? encodePoints(selected) : undefined;
    this.isSelectedInLink = text !== null;
    this.#write(text ? { selected: text, how } : { selected: undefined, how: undefined });
  }

  #writeShown(): void {
    const { shown, areOthersShown } = this;
    const text = shown ? encodePoints(pointsWith(shown, areOthersShown ? 0 : 1)) : undefined;
    this.isShownInLink = text !== null;
    const name = areOthersShown ? 'hidden' : 'only';
    this.#write({ only: undefined, hidden: undefined, ...(text && { [name]: text }) });
  }

  #write(change: LinkedPoints): void {
    this.#linked = { ...this.#linked, ...change };
    // Whoever selects in an effect does not depend on the link by that.
    untrack(() => this.write(this.#linked));
  }
}

function decoded(text: string | undefined, nPoints: number): Uint32Array | null {
  return text === undefined ? null : decodePoints(text, nPoints);
}

function pointsWith(mask: Uint8Array, value: 0 | 1): Uint32Array {
  const points = new Uint32Array(mask.length);
  let n = 0;
  mask.forEach((one, point) => {
    if (one === value) points[n++] = point;
  });
  return points.subarray(0, n);
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
