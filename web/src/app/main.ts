// The page's entry. It is small, so that the shell's code and that of the dashboard the address names come side by side,
// and the answers to their first questions with them.
import { prefetch } from '../data/api.ts';
import { fromHash } from '../public/address.ts';
import { pageOf } from './pages.ts';

const page = pageOf(fromHash(location.hash).page);
const answers = Promise.all([prefetch('runs'), prefetch('tags'), page.prefetch?.(location.hash)]);
// Where the dashboard's code fails to come, the shell says so in its place.
const dashboard = page.load().catch(() => null);

Promise.all([import('./shell.ts'), dashboard]).then(
  ([{ open }, loaded]) => open(loaded?.default ?? null, answers),
  () => {
    document.body.append('This page could not be loaded. Reload it to try again.');
  },
);
