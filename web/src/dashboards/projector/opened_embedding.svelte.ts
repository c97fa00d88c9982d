// One embedding as the page shows it: its facts, the columns in use, the points that a search finds, its projection.
import { Columns } from '../../data/columns.ts';
import type { PointSearchParams } from '../../data/shapes.ts';
import { columnOf, type Column } from '../../kinds/embedding/columns.ts';
import {
  decodeFacts,
  usualColor,
  usualLabel,
  type ColumnSummary,
  type EmbeddingFacts,
  type EmbeddingKey,
} from '../../kinds/embedding/embeddings.ts';
import { ProjectionRun } from '../../kinds/embedding/projection_run.svelte.ts';
import { liveQuery, type Answer } from '../../public/live_query.svelte.ts';
import { maskOf } from './point_selection.svelte.ts';
import type { ProjectorSettings } from './settings.ts';

/** With more points, names are requested for those that are looked at. */
const MOST_NAMED = 200_000;

export interface OpenedEmbedding {
  readonly key: EmbeddingKey | null;
  readonly facts: EmbeddingFacts | null;
  readonly columns: readonly ColumnSummary[];
  readonly color: Column | null;
  readonly size: Column | null;
  readonly label: Column | null;
  /** Names of the columns in use. */
  readonly uses: { color: string | null; size: string | null; label: string | null };
  /** What the search found; not `isCurrent` while the answer is that to the search before. */
  readonly found: { mask: Uint8Array; count: number; isComplete: boolean; isCurrent: boolean } | null;
  readonly searchError: string | null;
  readonly projection: ProjectionRun;
  readonly error: Error | null;
  retry(): void;
}

/** An embedding whatever its step. */
const identityOf = ({ run, name }: EmbeddingKey): string => `${String(run)} ${name}`;

/** Call while a component is made. Without t-SNE in the server, none is asked for. */
export function openEmbedding(
  key: () => EmbeddingKey | null,
  settings: ProjectorSettings,
  hasTsne: () => boolean,
): OpenedEmbedding {
  const current = $derived(key());
  const factsAnswer = liveQuery(
    () => (current ? { kind: 'embedding', query: 'columns', params: { ...current }, runs: [] } : null),
    (bytes, { params }) => ({
      ...decodeFacts(bytes),
      identity: identityOf(params as unknown as EmbeddingKey),
    }),
  );
  const facts = $derived(factsAnswer.error ? null : factsAnswer.value);
  // Those of the embedding before stay until the new ones are here: its columns are not asked for.
  const areOwn = $derived(current !== null && facts?.identity === identityOf(current));
  const columns = $derived(facts?.columns ?? []);
  const named = (name: string | null | undefined): ColumnSummary | null =>
    columns.find((one) => one.name === name) ?? null;
  const choice = (use: 'color' | 'size' | 'label', usual: string | null): string | null => {
    const chosen = settings.column(use);
    return chosen === undefined || (chosen !== null && !named(chosen)) ? usual : chosen;
  };
  const uses = $derived({
    color: choice('color', usualColor(columns)),
    size: choice('size', null),
    label: choice('label', usualLabel(columns)),
  });
  const label = $derived((facts?.points ?? 0) <= MOST_NAMED ? uses.label : null);

  function column(name: () => string | null): Answer<Column> {
    const summary = $derived(named(name()));
    return liveQuery(
      () =>
        current && summary && areOwn
          ? {
              kind: 'embedding',
              query: 'metadata',
              params: { ...current, columns: [summary.name] },
              runs: [],
              staleWith: summary.type,
            }
          : null,
      (bytes) => {
        const answer = new Columns(bytes);
        return columnOf(answer, summary?.name ?? '', summary?.type ?? 'text');
      },
    );
  }
  const colorAnswer = column(() => uses.color);
  const sizeAnswer = column(() => uses.size);
  const labelAnswer = column(() => label);
  const ofName = (answer: Answer<Column>, name: string | null): Column | null =>
    answer.value?.name === name ? answer.value : null;

  const searchAnswer = liveQuery(
    () => {
      const { query, mode, column: within } = settings.search;
      return current && query
        ? {
            kind: 'embedding',
            query: 'search',
            params: { ...current, query, mode, column: within },
            runs: [],
          }
        : null;
    },
    (bytes, { params }) => {
      const answer = new Columns(bytes);
      const { query, mode } = params as PointSearchParams;
      return { points: answer.numbers('point'), isComplete: answer.notes['complete'] !== false, query, mode };
    },
  );
  const found = $derived.by(() => {
    const answer = searchAnswer.value;
    if (!answer || !settings.search.query || searchAnswer.error || !facts) return null;
    return {
      mask: maskOf(answer.points, facts.points),
      count: answer.points.length,
      isComplete: answer.isComplete,
      isCurrent: answer.query === settings.search.query && answer.mode === settings.search.mode,
    };
  });

  const projection = new ProjectionRun();
  $effect(() => {
    // Only once its facts are here: a broken embedding is reported once.
    const canAsk = settings.method !== 'tsne' || hasTsne();
    const wanted = current && areOwn && canAsk ? settings.question(current) : null;
    projection.ask(wanted);
  });
  $effect(() => () => projection.stop());

  return {
    get key() {
      return current;
    },
    get facts() {
      return facts;
    },
    get columns() {
      return columns;
    },
    get color() {
      return ofName(colorAnswer, uses.color);
    },
    get size() {
      return ofName(sizeAnswer, uses.size);
    },
    get label() {
      return ofName(labelAnswer, label);
    },
    get uses() {
      return uses;
    },
    get found() {
      return found;
    },
    get searchError() {
      return settings.search.query ? (searchAnswer.error?.message ?? null) : null;
    },
    projection,
    get error() {
      return factsAnswer.error;
    },
    retry: () => factsAnswer.retry(),
  };
}
