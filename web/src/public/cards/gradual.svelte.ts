// Making many things little by little: first what a screen shows, the rest while the page has nothing else to do.
import { whenIdle } from '../../widgets/idle.ts';

const FIRST = 24;
const MORE = 40;
const PATIENCE_MS = 100;

/** How many of `total` things are to be made by now. Call while a component is made. */
export function gradually(total: () => number): { readonly n: number } {
  let n = $state(FIRST);
  $effect(() => {
    if (n >= total()) return;
    return whenIdle(() => (n += MORE), PATIENCE_MS);
  });
  return {
    get n() {
      return n;
    },
  };
}
