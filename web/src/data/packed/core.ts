// The native core as WebAssembly: loads packed columns and answers with columns in its own memory.
import module from 'sightline.wasm?inline';
import { inlinedBytes } from '../inlined_bytes.ts';

export type CoreColumn = BigInt64Array | Float64Array | Float32Array | Uint8Array | Uint32Array;
type Call = (...values: (number | boolean)[]) => number;

const TYPES = [BigInt64Array, Float64Array, Float32Array, Uint8Array, Uint32Array] as const;

export class Core {
  readonly #memory: WebAssembly.Memory;
  readonly #calls: Record<string, Call>;

  private constructor(exports: WebAssembly.Exports) {
    this.#memory = exports['memory'] as WebAssembly.Memory;
    this.#calls = exports as unknown as Record<string, Call>;
  }

  static async load(bytes: BufferSource = inlinedBytes(module)): Promise<Core> {
    const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: noFiles });
    const core = new Core(instance.exports);
    core.call('_initialize');
    return core;
  }

  call(name: string, ...values: (number | boolean)[]): number {
    const found = this.#calls[name];
    if (!found) throw new Error(`the core has no function ${name}`);
    return found(...values);
  }

  /** Unpack the columns of an entry: its place and the names of its items; null where the bytes are damaged. */
  unpack(bytes: Uint8Array): { entry: number; names: string[] } | null {
    const entry = this.#lent(bytes, (at) => this.call('load', at, bytes.length));
    if (entry < 0) return null;
    const names = Array.from({ length: this.call('item_count', entry) }, (_, item) =>
      this.#text(this.call('item_name', entry, item), this.call('item_name_size', entry, item)),
    );
    return { entry, names };
  }

  /** Call with numbers in the core's memory. */
  withNumbers<T>(numbers: Float64Array | Uint32Array, use: (at: number) => T): T {
    return this.#lent(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), use);
  }

  /** A copy of one column of an item; null where it has none of this name. */
  column(entry: number, item: number, name: string): CoreColumn | null {
    const bytes = new TextEncoder().encode(name);
    this.#lent(bytes, (at) => this.call('item_column', entry, item, at, bytes.length));
    return this.columns()['values']?.slice() ?? null;
  }

  /** The columns of the answer. They are views into the core's memory: copy them before the next call. */
  columns(): Record<string, CoreColumn> {
    const found: Record<string, CoreColumn> = {};
    for (let i = 0; i < this.call('column_count'); i += 1) {
      const name = this.#word(this.call('column_name', i));
      const View = TYPES[this.call('column_type', i)] ?? Uint8Array;
      const size = this.call('column_size', i);
      // An empty vector has no place.
      found[name] = size ? new View(this.#memory.buffer, this.call('column_data', i), size) : new View(0);
    }
    return found;
  }

  #lent<T>(bytes: Uint8Array, use: (at: number) => T): T {
    const at = this.call('allocate', bytes.length);
    new Uint8Array(this.#memory.buffer).set(bytes, at);
    const result = use(at);
    this.call('release', at);
    return result;
  }

  #text(at: number, size: number): string {
    return new TextDecoder().decode(new Uint8Array(this.#memory.buffer, at, size));
  }

  #word(at: number): string {
    const bytes = new Uint8Array(this.#memory.buffer, at);
    return this.#text(at, bytes.indexOf(0));
  }
}

/** The C library can print; there is nowhere to print to. */
const BAD_DESCRIPTOR = 8;
const noFiles: Record<string, () => number> = new Proxy({}, { get: () => () => BAD_DESCRIPTOR });
