// Points and faces in space.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'meshes',
  title: 'Meshes',
  order: 100,
  kinds: ['mesh'],
  load: () => import('./MeshesPage.svelte'),
};
