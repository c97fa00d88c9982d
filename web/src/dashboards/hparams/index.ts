// Trials with their hyperparameters and metrics.
import type { Page } from '../../public/page.ts';
import { prefetchTable } from './question.ts';

export const page: Page = {
  slug: 'hparams',
  title: 'HParams',
  order: 120,
  kinds: ['hparams'],
  tags: ['args/text_summary', 'model_config/text_summary'],
  ownsRuns: true,
  load: () => import('./HParamsPage.svelte'),
  prefetch: prefetchTable,
};
