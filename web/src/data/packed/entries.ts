// The entries of a report, decompressed when they are first asked for.
import type { Entry, Header, Source } from './header.ts';

export class Entries {
  readonly header: Header;
  readonly #source: Source;
  readonly #read = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(source: Source) {
    this.#source = source;
    this.header = source.header;
  }

  find(key: string): Entry | null {
    return Object.hasOwn(this.header.entries, key) ? (this.header.entries[key] ?? null) : null;
  }

  keys(): string[] {
    return Object.keys(this.header.entries);
  }

  /** The decompressed bytes; the caller must not change them. Null where there is no such entry. */
  async bytes(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const entry = this.find(key);
    if (!entry) return null;
    const known = this.#read.get(key);
    if (known) return known;
    const read = this.#source.bytes(entry).then((stored) => (entry.gzip ? gunzip(stored) : stored));
    // Columns go to the memory of the core, which holds them from then on.
    if (!key.startsWith('columns/')) this.#read.set(key, read);
    return read;
  }

  async json<T>(key: string): Promise<T | null> {
    const bytes = await this.bytes(key);
    return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as T);
  }

  url(key: string): string | null {
    const entry = this.find(key);
    return entry && this.#source.url(entry);
  }
}

async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  // Not as a Blob, whose bytes go to the browser's own process and back.
  const stream = new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
