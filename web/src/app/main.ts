// The page's entry. It is small, so that the shell's code and that of the dashboard the address names come side by side,
// and the answers to their first questions with them.
import { prefetch, runsPath } from '../data/api.ts';
import { fromHash } from '../public/address.ts';
import type { Page } from '../public/page.ts';
import { BUILT_IN } from './pages.ts';

const isReport = document.querySelector('#sightline-report, meta[name=sightline-report]') !== null;
if (isReport) void import('./open_report.ts').then(({ choose }) => choose()).then(start, fail);
else start();

function start(): void {
  const page = addressedPage();
  const ahead = page.then((found) => found.prefetch?.(location.hash));
  const answers = Promise.all([prefetch(runsPath()), prefetch('tags'), ahead]);
  // Where the dashboard's code fails to come, the shell says so in its place.
  const dashboard = page.then((found) => found.load()).catch(() => null);
  Promise.all([import('./shell.ts'), dashboard]).then(([{ open }, loaded]) => open(loaded, answers), fail);
}

/** The page that the address names; one that is not built in has to be asked for. */
async function addressedPage(): Promise<Page> {
  const slug = fromHash(location.hash).page;
  const builtIn = BUILT_IN.find((page) => page.slug === slug);
  if (builtIn) return builtIn;
  const { pageList } = await import('./page_list.svelte.ts');
  await pageList.refresh();
  return pageList.of(slug);
}

function fail(): void {
  document.body.append('This page could not be loaded. Reload it to try again.');
}
