// Where classes are: the middle of the points of each, untouched by stray ones, and how far most of them spread.
import { sampledPoints } from '../../charts/cloud/points.ts';
import type { ClassName } from '../../kinds/embedding/overlay.ts';

const MOST_PER_CLASS = 2000;
/** So many of its points are within the spread of a class. */
const MOST = 0.85;

/** The most frequent first; classes without a place are left out. `shown` has 1 for points that count; null: all. */
export function classCenters(
  positions: Float32Array,
  codes: ArrayLike<number>,
  values: readonly string[],
  colorOf: (name: string) => string | null = () => null,
  shown: Uint8Array | null = null,
): ClassName[] {
  const n = positions.length / 3;
  const places: [number[], number[], number[]][] = values.map(() => [[], [], []]);
  for (const i of sampledPoints(n, MOST_PER_CLASS * values.length)) {
    const lists = places[codes[i] as number];
    if (!lists || Number.isNaN(positions[3 * i]) || shown?.[i] === 0) continue;
    lists.forEach((list, axis) => list.push(positions[3 * i + axis] as number));
  }
  return values.flatMap((text, code) => {
    const lists = places[code];
    if (!text || !lists || lists[0].length === 0) return [];
    const at = lists.map((list) => quantile(list, 0.5)) as [number, number, number];
    const spread = lists.map((list, axis) =>
      quantile(
        list.map((value) => Math.abs(value - (at[axis] as number))),
        MOST,
      ),
    ) as [number, number, number];
    return [{ text, at, spread, color: colorOf(text) }];
  });
}

function quantile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length * share)] as number;
}
