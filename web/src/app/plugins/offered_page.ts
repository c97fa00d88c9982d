// A page that the server offers beside the built-in ones: a module of a plugin, or a hosted plugin in a frame.
import { address } from '../../data/api.ts';
import type { OfferedPage } from '../../data/shapes.ts';
import type { Mount, Page } from '../../public/page.ts';

/** After the built-in pages, before the list of all data. */
const ORDER = 900;
/** A module that takes longer hangs. */
export const IMPORT_MS = 10_000;

type Import = (url: string) => Promise<unknown>;

// Imports are relative to the file that imports, so the address has to be whole.
const importModule: Import = (url) => import(/* @vite-ignore */ new URL(url, document.baseURI).href);

/** The offer as a page. A broken one can be opened too: it says what is wrong with it. */
export function pageFrom(offer: OfferedPage, load: Import = importModule, limit_ms = IMPORT_MS): Page {
  let nAttempts = 0;
  return {
    slug: offer.slug,
    title: offer.title,
    order: ORDER,
    kinds: offer.kinds,
    tags: offer.tags,
    ownsRuns: offer.owns_runs,
    plugin: offer.plugin,
    isBroken: offer.state === 'broken' && offer.start === null,
    load: async () => {
      nAttempts += 1;
      if (offer.start !== null) return (await import('./hosted_page.ts')).loadHosted(offer, nAttempts);
      if (offer.state === 'broken') throw new Error(offer.reason ?? 'it is broken');
      // The browser remembers a module that failed; another address makes it try again.
      const url = address(offer.module ?? '') + (nAttempts > 1 ? `?attempt=${String(nAttempts)}` : '');
      return { mount: mountOf(await within(limit_ms, load(url))) };
    },
  };
}

async function within<T>(limit_ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`its module did not load within ${String(limit_ms / 1000)} s`)),
      limit_ms,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function mountOf(module: unknown): Mount {
  const { mount } = module as { mount?: unknown };
  if (typeof mount !== 'function') throw new Error('its module exports no function `mount`');
  return mount as Mount;
}
