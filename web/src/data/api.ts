// Asking the server: one function per manner of answer, errors as one type with a sentence for the user.
import { Turns } from './turns.ts';

const BASE = './api/v1/';
/** Two for the server's cores and one on its way. */
const turns = new Turns(3);

/** The server said no, or nothing at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly position: number | null = null,
  ) {
    super(message);
  }
}

export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await ask(path, { signal: signal ?? null });
  return (await response.json()) as T;
}

/** Which runs a filter expression keeps, or what is wrong with it. */
export async function runsPassing(expression: string): Promise<{ runs: number[]; problem: { message: string; position: number } | null }> {
  return getJson(`filter?expr=${encodeURIComponent(expression)}`);
}

/** An answer that may be the one already known: told by its tag, and then not even read. */
export class Kept<T> {
  #tag: string | null = null;
  #value: T | null = null;

  constructor(readonly path: string) {}

  /** The newest answer; the same object as before where nothing changed. */
  async get(): Promise<T> {
    const response = await ask(this.path, {});
    const tag = response.headers.get('etag');
    if (this.#value === null || tag === null || tag !== this.#tag) {
      this.#value = (await response.json()) as T;
      this.#tag = tag;
    }
    return this.#value;
  }
}

export async function sendJson<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await ask(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (response.status === 204 ? null : await response.json()) as T;
}

/** Ask a kind's query; GET, so that the browser may keep the answer by its ETag. */
export async function getBytes(path: string, params: unknown, signal?: AbortSignal): Promise<ArrayBuffer> {
  const short = queryPath(path, params);
  const init: RequestInit = short ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(params) };
  return turns.take(async () => (await ask(short ?? path, { ...init, signal: signal ?? null })).arrayBuffer(), signal);
}

/** Have the browser ask already what `getBytes` is going to ask in a moment. */
export function preload(path: string, params: unknown): void {
  const short = queryPath(path, params);
  if (short === null) return;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: address(short) });
  document.head.append(link);
}

/** A query with its params in the address; null where that gets too long and they have to go as a body. */
function queryPath(path: string, params: unknown): string | null {
  const query = encodeURIComponent(JSON.stringify(params));
  return query.length < 6000 ? `${path}?params=${query}` : null;
}

export function address(path: string): string {
  return BASE + path;
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(BASE + path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'The server does not answer.');
  }
  if (!response.ok) throw await asError(response);
  return response;
}

async function asError(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as { error?: { message?: string; position?: number } };
    if (body.error?.message) return new ApiError(response.status, body.error.message, body.error.position ?? null);
  } catch {
    // Not JSON: a proxy in between answered; its status says enough.
  }
  return new ApiError(response.status, `The server answered ${String(response.status)}.`);
}
