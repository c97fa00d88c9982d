// All kinds of data the page knows, by slug: what each `kinds/<slug>/index.ts` declares.
import type { KindView } from '../public/kind.ts';

const DECLARED = import.meta.glob<KindView>('./*/index.ts', { eager: true, import: 'kind' });

export const KINDS: ReadonlyMap<string, KindView> = new Map(
  Object.values(DECLARED)
    .sort((a, b) => a.order - b.order)
    .map((kind) => [kind.slug, kind]),
);
