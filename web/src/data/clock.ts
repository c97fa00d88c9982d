// Time as a parameter: the page uses the browser's timers, tests use `testing/manual_clock.ts`.

export interface Clock {
  now_ms(): number;
  /** Call once after a delay; the returned function cancels it. */
  after(delay_ms: number, callback: () => void): () => void;
}

export const browserClock: Clock = {
  now_ms: () => performance.now(),
  after(delay_ms, callback) {
    const timer = setTimeout(callback, delay_ms);
    return () => clearTimeout(timer);
  },
};
