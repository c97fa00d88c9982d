// The public interface as a page's `mount` gets it: the shell, and ways to ask and to draw without Svelte.
import { mount, unmount, untrack } from 'svelte';
import { formatValue } from '../../charts/base/format.ts';
import { asJson } from '../../data/api.ts';
import { Columns } from '../../data/columns.ts';
import { fetchQuery, type KindQuery } from '../../data/kind_query.ts';
import { LiveQuery } from '../../data/live_query.ts';
import { KINDS } from '../../kinds/index.ts';
import { shellContext, type Shell } from '../../public/context.ts';
import type { FollowedAnswer, FollowedQuestion, PageContext, Unmount } from '../../public/page.ts';

/** The interface, and what ends all that the page began with it; `onError` gets what functions of the page throw. */
export function pageContext(
  shell: Shell,
  onError: (thrown: unknown) => void,
): { context: PageContext; close: () => void } {
  const ends = new Set<() => void>();

  /** Ends once: when the page says so or when it is closed. */
  function owned(end: () => void): () => void {
    const once = (): void => {
      if (ends.delete(once)) end();
    };
    ends.add(once);
    return once;
  }

  function guarded<A extends unknown[], T>(run: (...given: A) => T): (...given: A) => T | undefined {
    return (...given) => {
      try {
        return run(...given);
      } catch (thrown) {
        onError(thrown);
        return undefined;
      }
    };
  }

  const watch = (update: () => void): (() => void) => {
    const safely = guarded(update as () => Unmount);
    const stop = $effect.root(() => {
      $effect(() => safely());
    });
    return owned(stop);
  };

  const context: PageContext = {
    version: 1,
    ...shell,
    watch,
    ask: async (kind, query, params) => new Columns(await fetchQuery(anyQuery(kind, query, params))),
    askJson: async <T>(kind: string, query: string, params: object) =>
      asJson<T>(await fetchQuery(anyQuery(kind, query, params))),
    follow: (question, onAnswer) => follow(shell, watch, owned, question, guarded(onAnswer)),
    card: async (element, tag, size = { height_px: 320 }) => {
      const load = KINDS.get(tag.kind)?.card;
      if (!load) throw new Error(`the kind ${tag.kind} has no card`);
      const { default: Card } = await load();
      const shown = mount(Card, {
        target: element,
        props: { tag, ...size },
        context: shellContext(shell),
      });
      return owned(() => void unmount(shown));
    },
    lineChart: async (element) => {
      const { publicLineChart } = await import('./public_line_chart.ts');
      const chart = publicLineChart(element);
      const unwatch = watch(() => {
        void shell.theme.name;
        chart.repaint();
      });
      const end = owned(() => {
        unwatch();
        chart.destroy();
      });
      return { draw: (lines, options) => chart.draw(lines, options), destroy: end };
    },
    formatValue,
  };
  return { context, close: () => ends.forEach((end) => end()) };
}

/** Queries of plugins are not among the declared ones. */
function anyQuery(kind: string, query: string, params: object): KindQuery {
  return { kind, query, params } as unknown as KindQuery;
}

function follow<T>(
  { board, live }: Shell,
  watch: PageContext['watch'],
  owned: (end: () => void) => () => void,
  question: () => FollowedQuestion | null,
  onAnswer: (answer: FollowedAnswer<T>) => void,
): () => void {
  const query = new LiveQuery<KindQuery & { json?: boolean | undefined }, T>({
    fetch: ({ json: _, ...rest }, signal) => fetchQuery(rest as KindQuery, signal),
    decode: (bytes, { json }) => (json ? asJson<T>(bytes) : (new Columns(bytes) as T)),
    generations: board.generations,
    onUpdate: () => onAnswer({ value: query.value, error: query.error, loading: query.loading }),
  });
  const unwatch = watch(() => {
    const wanted = question();
    const isPaused = live.paused;
    untrack(() => {
      query.hold(isPaused);
      if (!wanted) return query.ask(null);
      const { kind, query: name, params, json, runs } = wanted;
      query.ask({ ...anyQuery(kind, name, params), json }, runs ?? null);
    });
  });
  return owned(() => {
    unwatch();
    query.stop();
  });
}
