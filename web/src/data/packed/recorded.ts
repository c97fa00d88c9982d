// Answers that were recorded when the report was made: by their key, as rows of an answer for all runs, or at the nearest step.
import { tableFromIPC } from '@uwdata/flechette';
import { fromJson, jsonBytes } from './answers.ts';
import { arrowBytes } from './arrow.ts';
import type { Entries } from './entries.ts';
import { joined } from './joined.ts';
import { kindKey, type Defaults, type KindQuestion } from './keys.ts';
import { filteredRows } from './rows.ts';

export class Recorded {
  readonly #defaults: Defaults;
  readonly #joined = new Map<string, Promise<Record<string, unknown> | null>>();

  constructor(readonly entries: Entries) {
    this.#defaults = entries.header.defaults ?? {};
  }

  /** The answer with this key. */
  async byKey(key: string, kind: string | null): Promise<ArrayBuffer | null> {
    const bytes = await this.entries.bytes(key);
    if (bytes) return bytes.slice().buffer;
    if (kind === null) return null;
    const answer = (await this.#answers(kind))?.[key];
    return answer === undefined ? null : jsonBytes(answer);
  }

  /** The recorded answer to a question. */
  async answer(question: KindQuestion): Promise<ArrayBuffer | null> {
    return this.byKey(kindKey(question, this.#defaults), question.kind);
  }

  /** The answer to a question that is answered in JSON. */
  async json<T>(question: KindQuestion): Promise<T | null> {
    const bytes = await this.answer(question);
    return bytes && fromJson<T>(bytes);
  }

  /** The values of a kind in these runs and tags (null: all), in the order of the list. */
  async places(
    kind: string,
    runs: readonly number[] | null,
    tags: readonly string[] | null,
  ): Promise<{ run: number; tag: string; index: number }[]> {
    const bytes = await this.rows({ kind, query: 'items', params: { runs, tags } });
    if (!bytes) return [];
    const table = tableFromIPC(new Uint8Array(bytes));
    const [run, tag, index] = ['run', 'tag', 'index'].map((name) => table.getChild(name));
    return Array.from({ length: table.numRows }, (_, row) => ({
      run: Number(run?.at(row)),
      tag: String(tag?.at(row)),
      index: Number(index?.at(row)),
    }));
  }

  /** The rows of the asked runs and tags, from the answer that has them all. */
  async rows({ kind, query, params }: KindQuestion): Promise<ArrayBuffer | null> {
    const { runs, tags, ...rest } = params;
    const key = kindKey({ kind, query, params: rest }, this.#defaults);
    if (!this.entries.find(key)?.rows) return null;
    const bytes = await this.entries.bytes(key);
    return bytes && filteredRows(bytes, (runs as number[] | null) ?? null, (tags as string[] | null) ?? null);
  }

  /** The key of the recorded step that is nearest to the asked one. */
  async nearestKey(question: KindQuestion): Promise<string | null> {
    const { run, tag, step } = question.params;
    if (typeof run !== 'number' || typeof tag !== 'string') return null;
    const steps = await this.#steps(question.kind, run, tag);
    const nearest = steps && nearestStep(steps, typeof step === 'number' ? step : null);
    if (nearest === null) return null;
    return kindKey({ ...question, params: { ...question.params, step: nearest } }, this.#defaults);
  }

  /** The answers for one run and tag each, at their nearest steps, as one: tag by tag, then run by run. */
  async joined({ kind, query, params }: KindQuestion): Promise<ArrayBuffer | null> {
    const { tags, tag, runs, step } = params;
    const wanted = (tags as string[] | undefined) ?? (typeof tag === 'string' ? [tag] : []);
    const chosen = (runs as number[] | null | undefined) ?? (await this.#runs(kind));
    const found: Uint8Array[] = [];
    for (const each of wanted)
      for (const run of chosen) {
        const steps = await this.#steps(kind, run, each);
        const nearest = steps && nearestStep(steps, typeof step === 'number' ? step : null);
        if (nearest === null) continue;
        const one = { ...params, runs: [run], step: nearest, ...(tags ? { tags: [each] } : {}) };
        const bytes = await this.entries.bytes(kindKey({ kind, query, params: one }, this.#defaults));
        if (bytes) found.push(bytes);
      }
    return joined(found);
  }

  /** Every step at which a kind's values were logged, ascending, and how many there are. */
  async steps({ kind, params }: KindQuestion): Promise<ArrayBuffer | null> {
    const bytes = await this.rows({
      kind,
      query: 'items',
      params: { runs: params['runs'], tags: params['tags'] },
    });
    if (!bytes) return null;
    const counts = new Map<number, number>();
    for (const step of columnOf(bytes, 'step')) counts.set(step, (counts.get(step) ?? 0) + 1);
    const steps = [...counts.keys()].sort((a, b) => a - b);
    const n = BigInt64Array.from(steps, (step) => BigInt(counts.get(step) ?? 0));
    return arrowBytes({ step: BigInt64Array.from(steps, BigInt), n }, { generation: 0 });
  }

  async #runs(kind: string): Promise<number[]> {
    const bytes = await this.rows({ kind, query: 'items', params: {} });
    return bytes ? [...new Set(columnOf(bytes, 'run'))] : [];
  }

  async #steps(kind: string, run: number, tag: string): Promise<number[] | null> {
    const bytes = await this.rows({ kind, query: 'items', params: { runs: [run], tags: [tag] } });
    return bytes && columnOf(bytes, 'step');
  }

  #answers(kind: string): Promise<Record<string, unknown> | null> {
    const known = this.#joined.get(kind);
    if (known) return known;
    const read = this.entries.json<Record<string, unknown>>(`answers/${kind}`);
    this.#joined.set(kind, read);
    return read;
  }
}

/** The later of two equally near; the last where no step is asked for. */
function nearestStep(steps: readonly number[], step: number | null): number | null {
  if (step === null) return steps.at(-1) ?? null;
  let best: number | null = null;
  for (const each of steps) if (best === null || Math.abs(each - step) <= Math.abs(best - step)) best = each;
  return best;
}

function columnOf(bytes: ArrayBuffer, name: string): number[] {
  const table = tableFromIPC(new Uint8Array(bytes), { useBigInt: true });
  return Array.from(table.getChild(name).toArray() as ArrayLike<bigint | number>, Number);
}
