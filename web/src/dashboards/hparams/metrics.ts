// Metrics in words, the ones in use when a person chose none, and what may be taken of a scalar.
import type { Aggregate, Metric, TrialColumn } from '../../kinds/hparams/trials.ts';

export function chosenMetrics(
  chosen: readonly Metric[] | null,
  columns: readonly TrialColumn[],
): readonly Metric[] {
  return (
    chosen ?? columns.filter((column) => column.role === 'metric').map((column) => ({ tag: column.key }))
  );
}

export function aggregateText(metric: Metric, nameOf: (tag: string) => string): string {
  if (metric.aggregate === 'mean') return `mean of last ${String(metric.k ?? 10)}`;
  if (metric.aggregate === 'at')
    return `at ${metric.best === 'max' ? 'highest' : 'lowest'} ${nameOf(metric.of ?? '')}`;
  return metric.aggregate ?? 'last';
}

const PLAIN: readonly Aggregate[] = ['last', 'min', 'max'];

/** What can be taken of a scalar beside what is taken of it already; null: it has a column for each. */
export function freeAggregate(tag: string, metrics: readonly Metric[]): Aggregate | null {
  const taken = new Set(
    metrics.filter((metric) => metric.tag === tag).map(({ aggregate = 'last' }) => aggregate),
  );
  return PLAIN.find((aggregate) => !taken.has(aggregate)) ?? null;
}

/** The metric with the parameters that its aggregate takes; others would be refused. */
export function tidyMetric(
  { tag, aggregate = 'last', k, of, best }: Metric,
  tags: readonly string[],
): Metric {
  if (aggregate === 'mean') return { tag, aggregate, k: k ?? 10 };
  if (aggregate === 'at')
    return { tag, aggregate, of: of ?? tags.find((other) => other !== tag) ?? tag, best: best ?? 'min' };
  return { tag, aggregate };
}
