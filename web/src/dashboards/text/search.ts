// A search over every text of the shown runs, answer after answer until all is searched.
import { asJson } from '../../data/api.ts';
import { fetchQuery } from '../../data/kind_query.ts';
import type { SearchParams } from '../../data/shapes.ts';

export interface Hit {
  run: number;
  tag: string;
  index: number;
  step: number;
  wall_time: number;
  n_matches: number;
  /** Text before, the match, text after. */
  snippets: [string, string, string][];
}

interface Answer {
  hits: Hit[];
  n_values: number;
  n_unread: number;
  after: { run: number; tag: string; index: number } | null;
}

export interface Progress {
  hits: readonly Hit[];
  nMatches: number;
  nValues: number;
  nUnread: number;
  done: boolean;
}

/** The words around a match, without the fences of a block of Markdown code: captured console output is one. */
export function aroundMatch([before, match, after]: Hit['snippets'][number]): [string, string, string] {
  return [before.replace(/^`{3,}\w*\n/, ''), match, after.replace(/\n`{3,}\s*$/, '')];
}

export const MOST_HITS = 2000;
type Ask = (params: SearchParams) => Promise<Answer>;

const search: Ask = async (params) => asJson(await fetchQuery({ kind: 'text', query: 'search', params }));

/** Searches until all is read, enough is found, or `wanted` is false; reports after each answer. */
export async function searchAll(
  question: { text: string; runs: readonly number[] | null; tags: readonly string[] | null },
  tell: (progress: Progress) => void,
  wanted: () => boolean,
  ask: Ask = search,
): Promise<void> {
  let progress: Progress = { hits: [], nMatches: 0, nValues: 0, nUnread: 0, done: false };
  let after: Answer['after'] = null;
  do {
    const answer: Answer = await ask({ ...question, after });
    if (!wanted()) return;
    after = answer.after;
    const hits = [...progress.hits, ...answer.hits];
    progress = {
      hits,
      nMatches: progress.nMatches + answer.hits.reduce((n, hit) => n + hit.n_matches, 0),
      nValues: progress.nValues + answer.n_values,
      nUnread: progress.nUnread + answer.n_unread,
      done: after === null || hits.length >= MOST_HITS,
    };
    tell(progress);
  } while (!progress.done);
}
