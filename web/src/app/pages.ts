// The built-in pages: what each `dashboards/<page>/index.ts` declares. Their code comes when they are opened.
import { DEFAULTS } from '../public/address.ts';
import type { Page } from '../public/page.ts';

const DECLARED = import.meta.glob<Page>('../dashboards/*/index.ts', { eager: true, import: 'page' });

export const BUILT_IN: readonly Page[] = inOrder(Object.values(DECLARED));

export function inOrder(pages: readonly Page[]): readonly Page[] {
  return [...pages].sort((a, b) => a.order - b.order);
}

/** The page of a slug; where an old or mistyped link names none, the scalars. */
export function pageOf(slug: string, pages: readonly Page[] = BUILT_IN): Page {
  return (pages.find((page) => page.slug === slug) ??
    BUILT_IN.find((page) => page.slug === DEFAULTS.page)) as Page;
}

/** Whether anything was logged that the page shows. */
export function hasData(
  page: Page,
  { kinds, tags }: { kinds: readonly { slug: string }[]; tags: readonly { tag: string }[] },
): boolean {
  return (
    page.kinds.length === 0 ||
    kinds.some((kind) => page.kinds.includes(kind.slug)) ||
    (page.tags !== undefined && tags.some(({ tag }) => page.tags?.includes(tag)))
  );
}

/** Whether there is anything to do on the page. */
export function canOpen(page: Page, board: Parameters<typeof hasData>[1] & { writable: boolean }): boolean {
  return hasData(page, board) || (page.takesFiles === true && board.writable);
}
