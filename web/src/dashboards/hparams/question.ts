// What the page asks first; known from the address alone, so that the answer comes beside the page's code.
import { prefetch } from '../../data/api.ts';
import { fromHash } from '../../public/address.ts';
import type { KindQuestion } from '../../public/live_query.svelte.ts';
import type { Pace } from '../../data/request_loop.ts';
import { PREFIX, readSetting, type Settings } from './settings.ts';

/** What takes seconds to work out is not asked for each second. */
export const SWEEP_PACE: Pace = { growth_ms: 1000, restShare: 4 };

export function tableQuestion({ metrics, grouped }: Pick<Settings, 'metrics' | 'grouped'>): KindQuestion {
  return { kind: 'hparams', query: 'table', params: { metrics, group: grouped }, runs: null };
}

/** Ask for the table that an address means. */
export function prefetchTable(hash: string): Promise<void> {
  const { own } = fromHash(hash);
  const { kind, query, params } = tableQuestion({
    metrics: readSetting('metrics', own[`${PREFIX}metrics`]),
    grouped: readSetting('grouped', own[`${PREFIX}grouped`]),
  });
  return prefetch(`kinds/${kind}/${query}`, params);
}
