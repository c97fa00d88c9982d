// The push channel of the provider, reported as plain callbacks.
import { provider } from './provider.ts';
import type { LiveHandlers } from './provider_types.ts';

/** Listen as long as the page is open. */
export function listen(handlers: LiveHandlers): void {
  provider().listen(handlers);
}
