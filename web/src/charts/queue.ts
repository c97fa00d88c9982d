// Long drawings in slices: all charts together take a few milliseconds of each frame, first come first served.

/** Does a part of the work until `deadline_ms` (of performance.now()); returns whether all is done. */
export type Slice = (deadline_ms: number) => boolean;

const BUDGET_MS = 9;
/** So few drawings can be begun in the same frame. */
const FEW = 2;
const waiting: Slice[] = [];
let frame = 0;
let isRunning = false;
/** Something came from outside since the last frame: a person did something, and that frame is theirs. */
let isFresh = false;

export function enqueue(slice: Slice): () => void {
  waiting.push(slice);
  isFresh ||= !isRunning;
  frame ||= requestAnimationFrame(run);
  return () => {
    const at = waiting.indexOf(slice);
    if (at >= 0) waiting.splice(at, 1);
  };
}

function run(): void {
  const isTheirs = isFresh && waiting.length > FEW;
  isFresh = false;
  isRunning = true;
  const deadline_ms = performance.now() + (isTheirs ? 0 : BUDGET_MS);
  while (waiting[0] && performance.now() < deadline_ms) {
    const slice = waiting[0];
    if (slice(deadline_ms)) waiting.splice(waiting.indexOf(slice), 1);
  }
  isRunning = false;
  frame = waiting.length > 0 ? requestAnimationFrame(run) : 0;
}
