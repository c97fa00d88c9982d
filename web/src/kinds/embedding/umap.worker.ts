// The worker that computes UMAP: sends a frame every moment, waits while paused, ends when it is terminated.
import { keptShare } from './kept.ts';
import { runUmap } from './umap.ts';
import type { FromUmap, ToUmap } from './umap_messages.ts';

// The package fetches its own code from a data: address, which the page's policy does not allow; decoding it needs no request.
const fetchFromServer = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  if (!address.startsWith('data:')) return fetchFromServer(input, init);
  const text = atob(address.slice(address.indexOf(',') + 1));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return Promise.resolve(new Response(bytes, { headers: { 'content-type': 'application/wasm' } }));
};

let isPaused = false;
let resume: () => void = () => undefined;

addEventListener('message', ({ data }: MessageEvent<ToUmap>) => {
  if (data.kind === 'start') void start(data);
  else {
    isPaused = data.isPaused;
    if (!isPaused) resume();
  }
});

/** Lets messages in between epochs, and waits for the end of a pause. */
async function proceed(): Promise<void> {
  await new Promise((done) => setTimeout(done, 0));
  if (isPaused) await new Promise<void>((done) => (resume = done));
}

async function start({ neighbors, options }: Extract<ToUmap, { kind: 'start' }>): Promise<void> {
  try {
    for await (const frame of runUmap(neighbors, options, proceed)) {
      const isLast = frame.epoch >= options.nEpochs;
      const kept = isLast ? keptShare(neighbors, frame.positions) : null;
      send({ kind: 'frame', ...frame, isLast, kept });
    }
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

function send(message: FromUmap): void {
  postMessage(message);
}
