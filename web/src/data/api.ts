// Questions to the provider: one function per sort of answer, errors as one type with a sentence for the user.
import { nextTask } from './next_task.ts';
import { provider } from './provider.ts';
import type { Answer } from './provider_types.ts';

export { ApiError } from './provider_types.ts';

/** A prefetched answer that was not used is dropped after so long: it would be out of date. */
const PREFETCH_MS = 3000;
const LARGE_BYTES = 100_000;
const prefetched = new Map<string, Promise<Answer>>();

/** Where the list of runs is: as columns, and in a report as JSON; `readRuns` takes both. */
export function runsPath(): string {
  return provider().report ? 'runs' : 'runs?format=arrow';
}

/** The answer as bytes; for queries of kinds use `fetchQuery`. */
export async function getPath(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  return (await ask(path, { signal: signal ?? null })).bytes;
}

export async function getJson<T>(path: string): Promise<T> {
  return asJson<T>((await ask(path)).bytes);
}

/** An answer that is parsed only when its ETag changed. */
export class CachedAnswer<T> {
  #tag: string | null = null;
  #value: T | null = null;

  constructor(
    readonly path: string,
    readonly parse: (bytes: ArrayBuffer) => T = asJson<T>,
  ) {}

  /** The newest answer; the same object as before where nothing changed. */
  async get(): Promise<T> {
    const { tag, bytes } = await ask(this.path);
    if (this.#value === null || tag === null || tag !== this.#tag) {
      this.#value = this.parse(bytes);
      this.#tag = tag;
    }
    return this.#value;
  }
}

export async function sendJson<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  const { bytes } = await ask(path, jsonBody(method, body));
  return (bytes.byteLength === 0 ? null : asJson(bytes)) as T;
}

export async function postForBytes(path: string, body: unknown, signal?: AbortSignal): Promise<ArrayBuffer> {
  return (await ask(path, { ...jsonBody('POST', body), signal: signal ?? null })).bytes;
}

function jsonBody(method: string, body: unknown): RequestInit {
  return {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  };
}

/** Request now what is going to be requested in a moment; the answer is here to be looked at too, null where it failed. */
export async function prefetch(path: string): Promise<ArrayBuffer | null> {
  let answer = prefetched.get(path);
  if (!answer) {
    answer = provider().ask(path, {});
    prefetched.set(path, answer);
    setTimeout(() => prefetched.delete(path), PREFETCH_MS);
  }
  return answer.then(
    ({ bytes }) => bytes,
    () => null,
  );
}

export function address(path: string): string {
  return provider().address(path);
}

export function asJson<T>(bytes: ArrayBuffer): T {
  return JSON.parse(new TextDecoder().decode(bytes)) as T;
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const known = prefetched.get(path);
  if (!known) return provider().ask(path, init);
  prefetched.delete(path);
  const answer = await known;
  // It may have been here: whoever asked is not to take a large one apart in the same task.
  if (answer.bytes.byteLength > LARGE_BYTES) await nextTask();
  return answer;
}
