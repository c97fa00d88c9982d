// Points and faces in space per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'mesh',
  title: 'Meshes',
  icon: 'cube',
  order: 120,
  describe: (tag) => countOf(tag, 'mesh', 'meshes'),
  page: 'meshes',
  card: () => import('./MeshCard.svelte'),
};
