// What the page asks first. It is on its way as soon as the page's code is there, before anything of it is made.
import { preload } from '../../data/api.ts';
import { fromHash } from '../../public/address.ts';
import type { Ask } from '../../public/asking.svelte.ts';
import { PREFIX, readSetting, type Settings } from './settings.ts';

export function tableQuestion({ metrics, grouped }: Pick<Settings, 'metrics' | 'grouped'>): Ask {
  return { kind: 'hparams', query: 'table', params: { metrics, group: grouped }, runs: [] };
}

/** Ask for the table that an address means. */
export function askAhead(hash: string): void {
  const { own } = fromHash(hash);
  const { kind, query, params } = tableQuestion({ metrics: readSetting('metrics', own[`${PREFIX}metrics`]), grouped: readSetting('grouped', own[`${PREFIX}grouped`]) });
  preload(`kinds/${kind}/${query}`, params);
}
