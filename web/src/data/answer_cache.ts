// The last answers of the server, by question and generation, within a budget of bytes: a page that is opened again
// shows what it showed without a request, unless its runs changed meanwhile.

const BUDGET_BYTES = 16 * 2 ** 20;

interface Entry {
  generation: number;
  bytes: ArrayBuffer;
}

export class AnswerCache {
  /** Least recently used first. */
  #entries = new Map<string, Entry>();
  #n_bytes = 0;

  constructor(readonly budget_bytes = BUDGET_BYTES) {}

  /** The answer to a question, if it was requested at this generation. */
  get(question: string, generation: number): ArrayBuffer | null {
    const entry = this.#entries.get(question);
    if (!entry) return null;
    this.#delete(question, entry);
    if (entry.generation !== generation) return null;
    this.#add(question, entry);
    return entry.bytes;
  }

  set(question: string, generation: number, bytes: ArrayBuffer): void {
    const before = this.#entries.get(question);
    if (before) this.#delete(question, before);
    // One large answer would push out all others.
    if (bytes.byteLength > this.budget_bytes / 4) return;
    this.#add(question, { generation, bytes });
    for (const [oldest, entry] of this.#entries) {
      if (this.#n_bytes <= this.budget_bytes) return;
      this.#delete(oldest, entry);
    }
  }

  #add(question: string, entry: Entry): void {
    this.#entries.set(question, entry);
    this.#n_bytes += entry.bytes.byteLength;
  }

  #delete(question: string, entry: Entry): void {
    this.#entries.delete(question);
    this.#n_bytes -= entry.bytes.byteLength;
  }
}
