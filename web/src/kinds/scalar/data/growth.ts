// News of growing runs for one chart: gathered for a moment, held back while nobody looks.

const GATHER_MS = 200;

export class Growth {
  /** Runs that grew and were not asked for yet; null: any may have. */
  #waiting: Set<number> | null = new Set();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly onGrown: (changed: ReadonlySet<number> | null) => void,
    readonly isLooking: () => boolean,
  ) {}

  note(changed: ReadonlySet<number> | null): void {
    if (changed === null) this.#waiting = null;
    else if (this.#waiting) for (const id of changed) this.#waiting.add(id);
    this.resume();
  }

  /** Ask for what was missed, if anybody looks. */
  resume(): void {
    if (!this.isLooking() || this.#waiting?.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const changed = this.#waiting;
      this.#waiting = new Set();
      this.onGrown(changed);
    }, GATHER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
