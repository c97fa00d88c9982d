// Has the server make a report, again whenever the wish changes: how large it is, and where the file is.
import { sendJson, type ApiError } from '../../data/api.ts';
import type { ReportAnswer, ReportWish } from '../../data/shapes.ts';

/** Typing goes on for so long. */
const REST_MS = 400;

type Send = (wish: ReportWish) => Promise<ReportAnswer>;
const sendWish: Send = (wish) => sendJson<ReportAnswer>('POST', 'report', wish);

export class ReportMaker {
  /** The last report; it stays while the next one is made. */
  made = $state.raw<ReportAnswer | null>(null);
  problem = $state<string | null>(null);
  isBusy = $state(false);

  #wanted = '';
  #finished = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly send: Send = sendWish) {}

  /** Make the report of this wish soon; returns what cancels that. */
  want(wish: ReportWish): () => void {
    this.#wanted = JSON.stringify(wish);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#make(wish), REST_MS);
    return () => clearTimeout(this.#timer);
  }

  /** The report of this very wish, made now unless it is there; null where it cannot be. */
  async finish(wish: ReportWish): Promise<ReportAnswer | null> {
    clearTimeout(this.#timer);
    this.#wanted = JSON.stringify(wish);
    if (this.#finished !== this.#wanted) await this.#make(wish);
    return this.#finished === this.#wanted ? this.made : null;
  }

  async #make(wish: ReportWish): Promise<void> {
    const key = JSON.stringify(wish);
    this.isBusy = true;
    try {
      const made = await this.send(wish);
      if (key !== this.#wanted) return;
      this.made = made;
      this.#finished = key;
      this.problem = null;
    } catch (error) {
      if (key === this.#wanted) this.problem = (error as ApiError).message;
    } finally {
      if (key === this.#wanted) this.isBusy = false;
    }
  }
}
