// Pictures fetched ahead: held decoded, at most so many bytes of them, the longest unused given up first.

const BUDGET_BYTES = 96 << 20;
/** A picture takes about this many bytes decoded where its size is not known yet. */
const GUESS_BYTES = 256 << 10;

interface Held {
  picture: HTMLImageElement;
  n_bytes: number;
}

export class Ahead {
  readonly #held = new Map<string, Held>();
  #n_bytes = 0;

  constructor(readonly budget_bytes = BUDGET_BYTES) {}

  get n_bytes(): number {
    return this.#n_bytes;
  }

  has(url: string): boolean {
    return this.#held.has(url);
  }

  /** Fetch and decode, or count as used again. An element with the same address then paints at once. */
  fetch(url: string, priority: 'high' | 'low' = 'high'): Promise<HTMLImageElement> {
    const known = this.#held.get(url);
    if (known) {
      this.#held.delete(url);
      this.#held.set(url, known);
      return known.picture.decode().then(() => known.picture);
    }
    const picture = new Image();
    picture.decoding = 'async';
    picture.fetchPriority = priority;
    picture.src = url;
    const held = { picture, n_bytes: GUESS_BYTES };
    this.#held.set(url, held);
    this.#n_bytes += held.n_bytes;
    this.#shrink();
    return picture.decode().then(
      () => {
        this.#resize(url, held, picture.naturalWidth * picture.naturalHeight * 4);
        return picture;
      },
      (reason: unknown) => {
        this.#drop(url, held);
        throw reason;
      },
    );
  }

  #resize(url: string, held: Held, n_bytes: number): void {
    if (this.#held.get(url) !== held) return;
    this.#n_bytes += n_bytes - held.n_bytes;
    held.n_bytes = n_bytes;
    this.#shrink();
  }

  #drop(url: string, held: Held): void {
    if (this.#held.get(url) !== held) return;
    this.#held.delete(url);
    this.#n_bytes -= held.n_bytes;
  }

  #shrink(): void {
    for (const [url, held] of this.#held) {
      if (this.#n_bytes <= this.budget_bytes || this.#held.size <= 1) return;
      this.#drop(url, held);
    }
  }
}

const REST_MS = 150;
let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Do something once no picture has come for a moment: what is in sight goes before what is fetched ahead. */
export function whenRested(action: () => void): void {
  waiting.push(action);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const due = waiting;
    waiting = [];
    for (const one of due) one();
  }, REST_MS);
}

/** One for the whole page: cards share the budget. */
export const ahead = new Ahead();
