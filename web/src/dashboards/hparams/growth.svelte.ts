// Asking again as runs grow, with a pause that fits the answer: what takes seconds to work out is not asked for each second.
import type { Asking } from '../../public/asking.svelte.ts';
import type { Shell } from '../../public/context.ts';

const LEAST_MS = 1000;
/** The server gets so many times longer to itself than an answer took. */
const REST = 4;

/** Call while a component is made; the answer is asked for again whenever the board changed since. */
export function followGrowth(answer: Asking<unknown>, { board, live }: Pick<Shell, 'board' | 'live'>): void {
  let pause_ms = LEAST_MS;
  let began_ms = 0;

  $effect(() => {
    if (answer.loading) began_ms = performance.now();
    else if (began_ms > 0) pause_ms = Math.max(LEAST_MS, REST * (performance.now() - began_ms));
  });
  $effect(() => {
    if (live.paused) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => void (timer ??= setTimeout(again, pause_ms));
    const again = (): void => {
      timer = undefined;
      if (answer.loading) wait();
      else answer.retry();
    };
    const stop = board.onChange(wait);
    return () => {
      clearTimeout(timer);
      stop();
    };
  });
}
