// Long drawings in slices: all charts together take a few milliseconds of each frame, first come first served.

/** Does a part of the work until `deadline_ms` (of performance.now()); returns whether all is done. */
export type Slice = (deadline_ms: number) => boolean;

const BUDGET_MS = 10;
const waiting: Slice[] = [];
let frame = 0;

export function enqueue(slice: Slice): () => void {
  waiting.push(slice);
  frame ||= requestAnimationFrame(run);
  return () => {
    const at = waiting.indexOf(slice);
    if (at >= 0) waiting.splice(at, 1);
  };
}

function run(): void {
  frame = 0;
  const deadline_ms = performance.now() + BUDGET_MS;
  while (waiting[0] && performance.now() < deadline_ms) {
    const slice = waiting[0];
    if (slice(deadline_ms)) waiting.splice(waiting.indexOf(slice), 1);
  }
  if (waiting.length > 0) frame = requestAnimationFrame(run);
}
