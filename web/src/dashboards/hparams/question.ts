// What the page asks first; known from the address alone, so that the answer comes beside the page's code.
import { getAhead } from '../../data/api.ts';
import { fromHash } from '../../public/address.ts';
import type { Ask } from '../../public/asking.svelte.ts';
import { PREFIX, readSetting, type Settings } from './settings.ts';

export function tableQuestion({ metrics, grouped }: Pick<Settings, 'metrics' | 'grouped'>): Ask {
  return { kind: 'hparams', query: 'table', params: { metrics, group: grouped }, runs: [] };
}

/** Ask for the table that an address means. */
export function askAhead(hash: string): Promise<void> {
  const { own } = fromHash(hash);
  const { kind, query, params } = tableQuestion({
    metrics: readSetting('metrics', own[`${PREFIX}metrics`]),
    grouped: readSetting('grouped', own[`${PREFIX}grouped`]),
  });
  return getAhead(`kinds/${kind}/${query}`, params);
}
