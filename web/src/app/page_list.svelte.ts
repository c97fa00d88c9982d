// The pages of the board, those of plugins included. Plugins are listed after the first frame, so the list is reactive.
import { getJson } from '../data/api.ts';
import type { OfferedPage, PluginInfo, PluginsAnswer } from '../data/shapes.ts';
import type { Page } from '../public/page.ts';
import { BUILT_IN, inOrder, pageOf } from './pages.ts';
import { pageFrom } from './plugins/offered_page.ts';

type Fetch = () => Promise<PluginsAnswer>;

export class PageList {
  #offered = $state.raw<readonly { text: string; page: Page }[]>([]);
  /** The installed plugins and whether they work. */
  plugins = $state.raw<readonly PluginInfo[]>([]);
  readonly all: readonly Page[] = $derived(inOrder([...BUILT_IN, ...this.#offered.map(({ page }) => page)]));

  constructor(readonly fetch: Fetch = () => getJson<PluginsAnswer>('plugins')) {}

  /** The page of a slug; where a link names none, the scalars. */
  of(slug: string): Page {
    return pageOf(slug, this.all);
  }

  /** Ask which pages are offered; where there is nobody to ask, as in a saved report, there are the built-in ones. */
  async refresh(): Promise<void> {
    const answer = await this.fetch().catch(() => null);
    if (answer) this.take(answer);
  }

  take({ plugins, pages }: PluginsAnswer): void {
    this.plugins = plugins;
    const known = new Map(this.#offered.map((one) => [one.text, one]));
    // An offer that has not changed stays the same page: one that is open is not opened again.
    this.#offered = pages.map((offer) => {
      const text = JSON.stringify(offer);
      return known.get(text) ?? { text, page: pageFrom(withOwnSlug(offer)) };
    });
  }
}

/** Built-in pages keep their addresses: another one of that name is listed as broken. */
function withOwnSlug(offer: OfferedPage): OfferedPage {
  if (!BUILT_IN.some((page) => page.slug === offer.slug)) return offer;
  const reason = `there is a built-in page of the name ${offer.slug}`;
  return { ...offer, slug: `${offer.plugin}.${offer.slug}`, state: 'broken', reason };
}

export const pageList = new PageList();
