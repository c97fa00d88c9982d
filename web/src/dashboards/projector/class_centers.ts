// Where the names of classes stand: in the middle of the points of each, untouched by stray ones.

/** The most frequent first; classes without a place are left out. */
export function classCenters(
  positions: Float32Array,
  codes: ArrayLike<number>,
  values: readonly string[],
): { text: string; at: [number, number, number] }[] {
  const n = positions.length / 3;
  const MOST_PER_CLASS = 2000;
  const places: [number[], number[], number[]][] = values.map(() => [[], [], []]);
  const stride = Math.max(1, Math.floor(n / (MOST_PER_CLASS * Math.max(1, values.length))));
  for (let i = 0; i < n; i += stride) {
    const lists = places[codes[i] as number];
    if (!lists || Number.isNaN(positions[3 * i])) continue;
    lists.forEach((list, axis) => list.push(positions[3 * i + axis] as number));
  }
  return values.flatMap((text, code) => {
    const lists = places[code];
    if (!text || !lists || lists[0].length === 0) return [];
    return [{ text, at: lists.map(median) as [number, number, number] }];
  });
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] as number;
}
