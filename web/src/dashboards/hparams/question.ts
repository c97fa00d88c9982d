// What the page asks first; known from the address alone, so that the answer comes beside the page's code.
import { prefetchQuery } from '../../data/kind_query.ts';
import type { HparamsTableParams } from '../../data/shapes.ts';
import { fromHash } from '../../public/address.ts';
import type { KindQuestion } from '../../public/live_query.svelte.ts';
import type { Pace } from '../../data/request_loop.ts';
import { PREFIX, readSetting, type Settings } from './settings.ts';

/** What takes seconds to compute is not requested every second. */
export const SWEEP_PACE: Pace = { growth_ms: 1000, restShare: 4 };

type Rows = Pick<Settings, 'grouped' | 'allRuns'>;

export function tableQuestion(settings: Pick<Settings, 'metrics'> & Rows): KindQuestion {
  const params: HparamsTableParams = { metrics: settings.metrics, ...rowParams(settings) };
  return { kind: 'hparams', query: 'table', params, runs: null };
}

/** Which rows the table has; importance is of the same ones. */
export function rowParams({ grouped, allRuns }: Rows): { group: boolean; all_runs: boolean } {
  return { group: grouped, all_runs: allRuns };
}

/** Ask for the table that an address means. */
export async function prefetchTable(hash: string): Promise<void> {
  const { own } = fromHash(hash);
  const settings = {
    metrics: readSetting('metrics', own[`${PREFIX}metrics`]),
    grouped: readSetting('grouped', own[`${PREFIX}grouped`]),
    allRuns: readSetting('allRuns', own[`${PREFIX}allRuns`]),
  };
  await prefetchQuery(tableQuestion(settings));
}
