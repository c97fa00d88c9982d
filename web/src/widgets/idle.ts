// Work for when the page has nothing else to do.

/** Some browsers cannot tell when that is; they get this long a rest instead. */
const REST_MS = 30;

/** Do the work then, or at the latest when the patience ends; the returned function calls it off. */
export function whenIdle(work: () => void, patience_ms: number): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, REST_MS);
    return () => clearTimeout(timer);
  }
  const wait = requestIdleCallback(work, { timeout: patience_ms });
  return () => cancelIdleCallback(wait);
}
