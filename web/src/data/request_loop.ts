// Sends the requests of one view, one at a time: aborts what is no longer wanted, requests again after growth, waits where
// waiting is right. After every event its owner decides what is missing (`next`), so nothing is forgotten.
import { browserClock, type Clock } from './clock.ts';

/** What should be requested now. */
export interface Job {
  /** The question. A request under way is aborted when another question takes its place. */
  key: string;
  /** The exact request: one that failed is not repeated by itself until this differs. */
  stamp: string;
  /** Whether an answer is there and only has to catch up with runs that grew. */
  isUpdate: boolean;
  /** Fetch and store the answer. Nothing may be stored once the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

export interface Pace {
  /** How long growth is gathered before it is requested. */
  growth_ms?: number;
  /** How long a new question has to stay unchanged before it is requested. */
  debounce_ms?: number;
  /** Between updates the server gets this many times as long as the last answer took. */
  restShare?: number;
  clock?: Clock;
}

const GROWTH_MS = 250;

export class RequestLoop {
  loading = false;
  error: Error | null = null;
  #running: { key: string; abort: AbortController } | null = null;
  #waiting: { key: string; isUpdate: boolean; cancel: () => void } | null = null;
  #isHeld = false;
  #failed: Job | null = null;
  #took_ms = 0;
  readonly #clock: Clock;

  /** `onUpdate` is called whenever the answer, `loading` or `error` changed. */
  constructor(
    readonly next: () => Job | null,
    readonly onUpdate: () => void,
    readonly pace: Pace = {},
  ) {
    this.#clock = pace.clock ?? browserClock;
  }

  /** Request what is missing: call it when the question changed and when runs grew. */
  check(): void {
    const job = this.next();
    if (this.#running) {
      // What changed meanwhile is checked when the answer is here.
      if (job?.key === this.#running.key) return;
      this.#abort();
    }
    if (job && job.stamp !== this.#failed?.stamp && !(job.isUpdate && this.#isHeld)) this.#schedule(job);
    else this.#cancelWaiting();
  }

  /** Hold updates back while the page is paused; new questions are still requested. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.check();
  }

  /** Request what is missing at once, also when that failed before. */
  retry(): void {
    this.clearError();
    const job = this.next();
    if (!job || this.#running) return;
    this.#cancelWaiting();
    void this.#send(job);
  }

  clearError(): void {
    this.#failed = null;
    this.error = null;
    this.onUpdate();
  }

  stop(): void {
    this.#cancelWaiting();
    this.#abort();
  }

  #schedule(job: Job): void {
    const { key } = job;
    // A question that failed and whose runs grew is not urgent either.
    const isUpdate = job.isUpdate || key === this.#failed?.key;
    // A running timer stays: continuous growth must not delay the answer forever.
    if (this.#waiting?.key === key && this.#waiting.isUpdate === isUpdate) return;
    this.#cancelWaiting();
    const delay_ms = this.#delay_ms(isUpdate);
    if (delay_ms === 0) return void this.#send(job);
    const cancel = this.#clock.after(delay_ms, () => {
      this.#waiting = null;
      const due = this.next();
      if (due) void this.#send(due);
    });
    this.#waiting = { key, isUpdate, cancel };
  }

  #delay_ms(isUpdate: boolean): number {
    const { growth_ms = GROWTH_MS, debounce_ms = 0, restShare = 0 } = this.pace;
    return isUpdate ? Math.max(growth_ms, restShare * this.#took_ms) : debounce_ms;
  }

  async #send(job: Job): Promise<void> {
    const abort = new AbortController();
    const began_ms = this.#clock.now_ms();
    this.#running = { key: job.key, abort };
    this.loading = true;
    this.onUpdate();
    let error: Error | null = null;
    try {
      await job.run(abort.signal);
    } catch (reason) {
      error = reason instanceof Error ? reason : new Error(String(reason));
    }
    if (abort.signal.aborted) return;
    this.#took_ms = this.#clock.now_ms() - began_ms;
    this.#running = null;
    this.loading = false;
    this.error = error;
    this.#failed = error && job;
    this.onUpdate();
    this.check();
  }

  #abort(): void {
    if (!this.#running) return;
    this.#running.abort.abort();
    this.#running = null;
    this.loading = false;
    this.onUpdate();
  }

  #cancelWaiting(): void {
    this.#waiting?.cancel();
    this.#waiting = null;
  }
}
