// A query of a kind with its parameters. The server declares both (`shapes.ts`), so a misspelled name does not compile:
//
//   await fetchQuery({ kind: 'scalar', query: 'spans', params: { tags: ['loss'], range: [0, 100] } })
import { address, getPath, postForBytes, prefetch } from './api.ts';
import { RequestLimiter } from './request_limiter.ts';
import type { Queries } from './shapes.ts';

type QueryOf<K extends keyof Queries> = {
  [Q in keyof Queries[K]]: { kind: K; query: Q; params: Queries[K][Q] };
}[keyof Queries[K]];

/** Any query of any kind. */
export type KindQuery = { [K in keyof Queries]: QueryOf<K> }[keyof Queries];

/** The kinds that answer a query of this name. */
export type KindsWith<Name extends string> = {
  [K in keyof Queries]: Name extends keyof Queries[K] ? K : never;
}[keyof Queries];

/** How to reach the server; tests inject a scripted one. */
export type FetchQuery = (query: KindQuery, signal?: AbortSignal) => Promise<ArrayBuffer>;

/** Proxies and servers refuse addresses much longer than this. */
const MAX_ADDRESS_CHARS = 6000;
/** Two for the server's cores and one on its way. */
const limiter = new RequestLimiter(3);

/** GET where the parameters fit into an address, so that the browser may cache the answer by its ETag. */
export const fetchQuery: FetchQuery = (query, signal) => {
  const short = shortPath(query);
  return limiter.run(() => (short === null ? post(query, signal) : getPath(short, signal)), signal);
};

/** Request now what is going to be requested in a moment; null where that failed or is too long to be requested ahead. */
export async function prefetchQuery(query: KindQuery): Promise<ArrayBuffer | null> {
  const short = shortPath(query);
  return short === null ? null : prefetch(short);
}

/** The address of an answer, for links and media elements. */
export function queryUrl(query: KindQuery): string {
  return address(pathOf(query));
}

/** The same, null where it is too long to be requested. */
export function shortQueryUrl(query: KindQuery): string | null {
  const short = shortPath(query);
  return short === null ? null : address(short);
}

function shortPath(query: KindQuery): string | null {
  const path = pathOf(query);
  return path.length < MAX_ADDRESS_CHARS ? path : null;
}

function pathOf({ kind, query, params }: KindQuery): string {
  return `kinds/${kind}/${query}?params=${encodeURIComponent(JSON.stringify(params))}`;
}

function post({ kind, query, params }: KindQuery, signal?: AbortSignal): Promise<ArrayBuffer> {
  return postForBytes(`kinds/${kind}/${query}`, params, signal);
}
