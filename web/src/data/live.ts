// The push channel: one EventSource, reconnecting by itself, reported as plain callbacks.
import { address } from './api.ts';
import type { GenerationEvent } from './shapes.ts';

export interface LiveHandlers {
  onOpen(): void;
  onLost(): void;
  onGeneration(event: GenerationEvent): void;
}

/** Listen as long as the page is open. */
export function listen(handlers: LiveHandlers): void {
  let delay_ms = 500;

  function connect(): void {
    const source = new EventSource(address('live'));
    source.onopen = () => {
      delay_ms = 500;
      handlers.onOpen();
    };
    source.addEventListener('generation', (event) => {
      handlers.onGeneration(JSON.parse((event as MessageEvent<string>).data) as GenerationEvent);
    });
    source.onerror = () => {
      handlers.onLost();
      // The browser retries a dropped stream itself, but gives up when the server answers with an error.
      if (source.readyState === EventSource.CLOSED) {
        setTimeout(connect, delay_ms);
        delay_ms = Math.min(delay_ms * 2, 8000);
      }
    };
  }

  connect();
}
