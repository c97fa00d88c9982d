// The logged values of the picture that is pointed at, fetched and unpacked once somebody points.
import { readPng, type Raster } from './png.ts';

/** Call while a component is made; `wanted` is the address of the picture, null while nobody points at it. */
export function rasterOf(wanted: () => string | null): { readonly value: Raster | null } {
  let held = $state.raw<{ url: string; raster: Raster | null } | null>(null);
  $effect(() => {
    const url = wanted();
    if (url === null || held?.url === url) return;
    const abort = new AbortController();
    fetch(url, { signal: abort.signal })
      .then(async (answer) => readPng(new Uint8Array(await answer.arrayBuffer())))
      .then((raster) => {
        if (!abort.signal.aborted) held = { url, raster };
      })
      // What the canvas shows is then all there is to say.
      .catch(() => undefined);
    return () => abort.abort();
  });
  return {
    get value() {
      return held !== null && held.url === wanted() ? held.raster : null;
    },
  };
}
