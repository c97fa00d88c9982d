// Points that a restart superseded: where a line goes back in step, its earlier points from there on are old.

export interface Superseded {
  /** Indices of the points that are not superseded, ascending. */
  current: Uint32Array;
  /** Stretches [begin, end) of superseded points. */
  old: readonly (readonly [number, number])[];
  /** Where runs began again. */
  restarts: readonly number[];
}

/** Null where the steps never go back. */
export function findSuperseded(steps: Float64Array): Superseded | null {
  const restarts: number[] = [];
  const isOld = new Uint8Array(steps.length);
  for (let i = 1; i < steps.length; i += 1) {
    const step = steps[i] as number;
    if (step >= (steps[i - 1] as number)) continue;
    restarts.push(step);
    for (let j = i - 1; j >= 0 && (isOld[j] === 1 || (steps[j] as number) >= step); j -= 1) isOld[j] = 1;
  }
  if (restarts.length === 0) return null;
  return {
    current: Uint32Array.from(steps.keys()).filter((i) => isOld[i] === 0),
    old: stretches(isOld, steps),
    restarts,
  };
}

function stretches(isOld: Uint8Array, steps: Float64Array): [number, number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < isOld.length; i += 1) {
    if (isOld[i] === 0) continue;
    const last = found.at(-1);
    // Several lives of a run may lie behind each other; each is a line of its own.
    if (last?.[1] === i && (steps[i] as number) >= (steps[i - 1] as number)) last[1] = i + 1;
    else found.push([i, i + 1]);
  }
  return found;
}
