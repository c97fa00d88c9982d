// Requests to the server: one function per sort of answer, errors as one type with a sentence for the user.
import { RequestLimiter } from './request_limiter.ts';

const BASE = './api/v1/';
/** Two for the server's cores and one on its way. */
const limiter = new RequestLimiter(3);
/** A prefetched answer that nobody used is dropped after so long: it would be old. */
const PREFETCH_MS = 3000;
const prefetched = new Map<string, Promise<Answer>>();

interface Answer {
  /** Equal tags, equal answers. */
  tag: string | null;
  bytes: ArrayBuffer;
}

/** The server refused, or did not answer at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Get an address as bytes; for queries of kinds use `getBytes`. */
export async function getPath(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  return (await ask(path, { signal: signal ?? null })).bytes;
}

export async function getJson<T>(path: string): Promise<T> {
  return asJson<T>((await ask(path)).bytes);
}

/** An answer that is parsed only when its ETag changed. */
export class CachedJson<T> {
  #tag: string | null = null;
  #value: T | null = null;

  constructor(readonly path: string) {}

  /** The newest answer; the same object as before where nothing changed. */
  async get(): Promise<T> {
    const { tag, bytes } = await ask(this.path);
    if (this.#value === null || tag === null || tag !== this.#tag) {
      this.#value = asJson<T>(bytes);
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
  const { bytes } = await ask(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (bytes.byteLength === 0 ? null : asJson(bytes)) as T;
}

/** Ask a kind's query; GET, so that the browser may keep the answer by its ETag. */
export async function getBytes(path: string, params: unknown, signal?: AbortSignal): Promise<ArrayBuffer> {
  const short = queryPath(path, params);
  const init: RequestInit = short
    ? {}
    : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(params) };
  return limiter.run(
    async () => (await ask(short ?? path, { ...init, signal: signal ?? null })).bytes,
    signal,
  );
}

/** Request now what is going to be requested in a moment; fulfilled when the answer is here or failed. */
export async function prefetch(path: string, params?: unknown): Promise<void> {
  const whole = params === undefined ? path : queryPath(path, params);
  if (whole === null) return;
  const answer = ask(whole);
  prefetched.set(whole, answer);
  setTimeout(() => prefetched.delete(whole), PREFETCH_MS);
  await answer.catch(() => undefined);
}

/** A query with its params in the address; null where that gets too long and they have to go as a body. */
function queryPath(path: string, params: unknown): string | null {
  const query = encodeURIComponent(JSON.stringify(params));
  return query.length < 6000 ? `${path}?params=${query}` : null;
}

export function address(path: string): string {
  return BASE + path;
}

export function asJson<T>(bytes: ArrayBuffer): T {
  return JSON.parse(new TextDecoder().decode(bytes)) as T;
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const known = prefetched.get(path);
  if (!known) return fetchAnswer(path, init);
  prefetched.delete(path);
  return known;
}

async function fetchAnswer(path: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(BASE + path, init);
    if (!response.ok) throw await asError(response);
    return { tag: response.headers.get('etag'), bytes: await response.arrayBuffer() };
  } catch (error) {
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError'))
      throw error;
    throw new ApiError(0, 'The server does not answer.');
  }
}

async function asError(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as { error?: { message?: string } };
    if (body.error?.message) return new ApiError(response.status, body.error.message);
  } catch {
    // Not JSON: a proxy in between answered; its status says enough.
  }
  return new ApiError(response.status, `The server answered ${String(response.status)}.`);
}
