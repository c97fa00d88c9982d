// Which point of a second embedding is which of the first: by number where there are as many, else by name.
import { textAt, type Column } from '../../kinds/embedding/columns.ts';

const NONE = -1;

export class PointLink {
  /** By point of the one its number in the other, or NONE; null: all numbers are the same. */
  constructor(
    readonly secondOf: Int32Array | null,
    readonly firstOf: Int32Array | null,
  ) {}

  /** How many points are in both; null: all. */
  get nCommon(): number | null {
    return this.firstOf && this.firstOf.reduce((n, first) => n + (first === NONE ? 0 : 1), 0);
  }

  inSecond(point: number | null): number | null {
    return mapped(this.secondOf, point);
  }

  inFirst(point: number | null): number | null {
    return mapped(this.firstOf, point);
  }

  allInSecond(points: Uint32Array): Uint32Array {
    return allMapped(this.secondOf, points);
  }

  allInFirst(points: Uint32Array): Uint32Array {
    return allMapped(this.firstOf, points);
  }

  /** Which points of the second are shown; `others`: those that the first does not have. */
  shownInSecond(shown: Uint8Array | null, others: boolean): Uint8Array | null {
    if (!shown || !this.firstOf) return shown;
    return Uint8Array.from(this.firstOf, (first) => (first === NONE ? Number(others) : (shown[first] ?? 0)));
  }
}

/** Of an embedding with itself. */
export const SAME_POINTS = new PointLink(null, null);

interface Named {
  nPoints: number;
  label: Column | null;
}

export function linkPoints(first: Named, second: Named): PointLink {
  if (first.nPoints === second.nPoints) return SAME_POINTS;
  const [names, others] = [uniqueNames(first), uniqueNames(second)];
  const secondOf = new Int32Array(first.nPoints).fill(NONE);
  const firstOf = new Int32Array(second.nPoints).fill(NONE);
  for (const [name, point] of names) {
    const other = others.get(name) ?? NONE;
    if (point === NONE || other === NONE) continue;
    secondOf[point] = other;
    firstOf[other] = point;
  }
  return new PointLink(secondOf, firstOf);
}

/** Points by name; NONE for a name that several have. */
function uniqueNames({ nPoints, label }: Named): Map<string, number> {
  const found = new Map<string, number>();
  if (!label) return found;
  for (let point = 0; point < nPoints; point += 1) {
    const name = textAt(label, point);
    if (name) found.set(name, found.has(name) ? NONE : point);
  }
  return found;
}

function mapped(places: Int32Array | null, point: number | null): number | null {
  if (!places || point === null) return point;
  const place = places[point] ?? NONE;
  return place === NONE ? null : place;
}

/** Ascending. */
function allMapped(places: Int32Array | null, points: Uint32Array): Uint32Array {
  if (!places) return points;
  return Uint32Array.from(
    [...points].map((point) => places[point] ?? NONE).filter((place) => place !== NONE),
  ).sort();
}
