// The best value so far: trials in the order in which they ended, and where a better one came.

export interface BestSoFar {
  /** Rows with a finite value, by the time they ended. */
  order: readonly number[];
  /** Where the best changed: the place in the order, and the new best. */
  steps: readonly { at: number; value: number }[];
  /** What the plot shows: from the best to somewhat worse than the first best, so that the steps can be seen. */
  range: readonly [number, number];
}

export function bestSoFar(values: Float64Array, ends: Float64Array, goal: 'lower' | 'higher'): BestSoFar {
  const order = [...values.keys()]
    .filter((row) => Number.isFinite(values[row]))
    .sort((a, b) => (ends[a] || 0) - (ends[b] || 0) || a - b);
  const steps: { at: number; value: number }[] = [];
  order.forEach((row, at) => {
    const value = values[row] as number;
    const best = steps.at(-1)?.value;
    if (best === undefined || (goal === 'lower' ? value < best : value > best)) steps.push({ at, value });
  });
  return {
    order,
    steps,
    range: rangeOf(
      order.map((row) => values[row] as number),
      steps.map((step) => step.value),
    ),
  };
}

function rangeOf(values: readonly number[], bests: readonly number[]): readonly [number, number] {
  if (values.length === 0) return [0, 1];
  const sorted = Float64Array.from(values).sort();
  const middle = [0.1, 0.5, 0.9].map((q) => sorted[Math.round(q * (sorted.length - 1))] as number);
  const low = Math.min(...bests, ...middle.slice(0, 2));
  const high = Math.max(...bests, ...middle.slice(1));
  const room = (high - low) * 0.08 || Math.abs(low) * 0.1 || 1;
  return [low - room, high + room];
}
