// Long drawings in slices: all charts together take a share of each frame, first come first served; a small one while
// a person does something, a large one otherwise.

/** Does a part of the work until `deadline_ms` (of performance.now()); returns whether all is done. */
export type Slice = (deadline_ms: number) => boolean;

const BUSY_MS = 9;
const CALM_MS = 30;
/** So long after a person did something they may do the next thing. */
const REST_MS = 400;
/** So few drawings can be begun in the same frame. */
const FEW = 2;
const waiting: Slice[] = [];
let frame = 0;
let isRunning = false;
/** Something came from outside since the last frame: where a person did something, that frame is theirs. */
let isFresh = false;
let acted_ms = -Infinity;
for (const deed of ['pointermove', 'pointerdown', 'click', 'keydown', 'input', 'wheel', 'scroll']) {
  globalThis.addEventListener?.(deed, () => (acted_ms = performance.now()), { capture: true, passive: true });
}

export function enqueue(slice: Slice): () => void {
  waiting.push(slice);
  isFresh ||= !isRunning;
  frame ||= requestAnimationFrame(run);
  return () => {
    const at = waiting.indexOf(slice);
    if (at >= 0) waiting.splice(at, 1);
  };
}

/** How much of this frame drawings may take. */
function share_ms(): number {
  if (performance.now() - acted_ms > REST_MS) return CALM_MS;
  return isFresh && waiting.length > FEW ? 0 : BUSY_MS;
}

function run(): void {
  const deadline_ms = performance.now() + share_ms();
  isFresh = false;
  isRunning = true;
  while (waiting[0] && performance.now() < deadline_ms) {
    const slice = waiting[0];
    if (slice(deadline_ms)) waiting.splice(waiting.indexOf(slice), 1);
  }
  isRunning = false;
  frame = waiting.length > 0 ? requestAnimationFrame(run) : 0;
}
