// A kind's answer as reactive state: asked when the question changes or its runs grew, the old one kept meanwhile.
import { getBytes, type ApiError } from '../data/api.ts';
import { useShell } from './context.ts';

export interface Ask {
  kind: string;
  query: string;
  params: unknown;
  /** Runs whose growth makes the answer stale; null: any. */
  runs: readonly number[] | null;
}

export interface Asking<T> {
  readonly value: T | null;
  readonly error: ApiError | null;
  readonly loading: boolean;
  retry(): void;
}

const GROWTH_DELAY_MS = 250;

/** Call while a component is made; `what` is followed like any derived value, null asks nothing. */
export function asking<T>(what: () => Ask | null, decode: (bytes: ArrayBuffer) => T): Asking<T> {
  const { board, live } = useShell();
  let value = $state.raw<T | null>(null);
  let error = $state.raw<ApiError | null>(null);
  let loading = $state(false);
  let round = $state(0);
  // By its text, so that an equal question made anew is not asked again.
  const question = $derived(JSON.stringify(what()));

  $effect(() => {
    void round;
    const ask = JSON.parse(question) as Ask | null;
    if (!ask) return;
    const abort = new AbortController();
    loading = true;
    getBytes(`kinds/${ask.kind}/${ask.query}`, ask.params, abort.signal)
      .then(
        (bytes) => {
          if (abort.signal.aborted) return;
          value = decode(bytes);
          error = null;
        },
        (reason: unknown) => {
          if (!abort.signal.aborted) error = reason as ApiError;
        },
      )
      .finally(() => {
        if (!abort.signal.aborted) loading = false;
      });
    return () => abort.abort();
  });

  $effect(() => {
    const ask = JSON.parse(question) as Ask | null;
    if (!ask || live.paused) return;
    const runs = ask.runs && new Set(ask.runs);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = board.onChange((changed) => {
      if (runs && changed && ![...changed].some((id) => runs.has(id))) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        round += 1;
      }, GROWTH_DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  });

  return {
    get value() {
      return value;
    },
    get error() {
      return error;
    },
    get loading() {
      return loading;
    },
    retry() {
      error = null;
      round += 1;
    },
  };
}
