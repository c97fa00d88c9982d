// Which pages stand as tabs and which wait in the menu: those with data first, as many as there is room for.
import type { Page } from '../../public/page.ts';

export interface Tabs {
  /** Side by side in the bar. */
  tabs: readonly Page[];
  /** With data, but without room. */
  more: readonly Page[];
  /** Without data. */
  empty: readonly Page[];
}

/** The page that is open keeps its tab: where it has no room, it takes the place of the last that has. */
export function pageTabs(
  pages: readonly Page[],
  hasData: (page: Page) => boolean,
  open: string,
  room: number,
): Tabs {
  const full = pages.filter((page) => hasData(page) || page.slug === open);
  const empty = pages.filter((page) => !full.includes(page));
  const tabs = full.slice(0, Math.max(1, room));
  const chosen = full.find((page) => page.slug === open);
  if (chosen && !tabs.includes(chosen)) tabs.splice(-1, 1, chosen);
  return { tabs, more: full.filter((page) => !tabs.includes(page)), empty };
}

/** How many tabs fit, given their widths; a menu takes its own place unless all fit. */
export function roomFor(widths_px: readonly number[], bar_px: number, menu_px: number): number {
  const total = widths_px.reduce((sum, width) => sum + width, 0);
  if (total <= bar_px) return widths_px.length;
  let used = menu_px;
  let n = 0;
  for (const width of widths_px) {
    used += width;
    if (used > bar_px) break;
    n += 1;
  }
  return n;
}
