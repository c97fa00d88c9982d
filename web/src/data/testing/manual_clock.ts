// A clock for tests: time passes only by `advance`.
import type { Clock } from '../clock.ts';

export class ManualClock implements Clock {
  #now_ms = 0;
  #timers = new Set<{ due_ms: number; callback: () => void }>();

  now_ms(): number {
    return this.#now_ms;
  }

  after(delay_ms: number, callback: () => void): () => void {
    const timer = { due_ms: this.#now_ms + delay_ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  advance(delay_ms: number): void {
    this.#now_ms += delay_ms;
    const due = [...this.#timers].filter((timer) => timer.due_ms <= this.#now_ms);
    for (const timer of due.sort((a, b) => a.due_ms - b.due_ms))
      if (this.#timers.delete(timer)) timer.callback();
  }
}
