// The server over HTTP: requests by `fetch`, changes by one EventSource that reconnects by itself.
import { ApiError, type Answer, type LiveHandlers, type Provider } from './provider_types.ts';
import type { GenerationEvent } from './shapes.ts';

const BASE = './api/v1/';

export const httpProvider: Provider = {
  report: null,
  ask,
  address: (path) => BASE + path,
  listen,
};

async function ask(path: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(BASE + path, init);
    if (!response.ok) throw await asError(response);
    return { tag: response.headers.get('etag'), bytes: await response.arrayBuffer() };
  } catch (error) {
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError'))
      throw error;
    throw new ApiError(0, 'The server is not responding.');
  }
}

async function asError(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as { error?: { message?: string } };
    if (body.error?.message) return new ApiError(response.status, body.error.message);
  } catch {
    // Not JSON: a proxy in between answered; its status says enough.
  }
  return new ApiError(response.status, `The server answered ${String(response.status)}.`);
}

function listen(handlers: LiveHandlers): void {
  let delay_ms = 500;

  function connect(): void {
    const source = new EventSource(`${BASE}live`);
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
