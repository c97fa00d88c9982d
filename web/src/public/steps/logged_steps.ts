// Moving along the steps at which something was logged; the list ascends.

export function nearest(steps: readonly number[], step: number): number {
  return steps.reduce(
    (best, one) => (Math.abs(one - step) < Math.abs(best - step) ? one : best),
    steps[0] ?? step,
  );
}

/** The next logged step before (−1) or after (1) one; null, the latest, lies after the last. */
export function neighbor(steps: readonly number[], step: number | null, move: number): number | null {
  if (step === null) return move < 0 ? (steps.at(-2) ?? steps.at(-1) ?? null) : null;
  const next = move < 0 ? steps.findLast((one) => one < step) : steps.find((one) => one > step);
  return next ?? step;
}
