// Everything that was logged at one step.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'step',
  title: 'This step',
  order: 130,
  kinds: ['scalar'],
  load: () => import('./StepPage.svelte'),
};
