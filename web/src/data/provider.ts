// Where answers come from: a server over HTTP, or a report that has them in it. Chosen once, when the page starts.
import { httpProvider } from './http_provider.ts';
import type { Provider, Report } from './provider_types.ts';

let chosen: Provider = httpProvider;

/** Choose where answers come from, before the first question; else the server is asked. */
export function setProvider(other: Provider): void {
  chosen = other;
}

export function provider(): Provider {
  return chosen;
}

/** The report that the page shows; null with a server. */
export function currentReport(): Report | null {
  return chosen.report;
}
