// What may wait until something is to be seen takes no time from it.

/** A hidden tab draws no frame; then it waits no longer than this. */
const HIDDEN_MS = 300;

/** Calls once the next frame is on the screen, which the one after it tells; what it gives back calls that off. */
export function afterFrame(act: () => void): () => void {
  const timer = setTimeout(end, HIDDEN_MS);
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(end)));

  function calloff(): void {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  }

  function end(): void {
    calloff();
    act();
  }

  return calloff;
}
