// Metrics in words, and the ones in use when a person chose none.
import type { Metric, TrialColumn } from '../../kinds/hparams/trials.ts';

export function chosenMetrics(chosen: readonly Metric[] | null, columns: readonly TrialColumn[]): readonly Metric[] {
  return chosen ?? columns.filter((column) => column.role === 'metric').map((column) => ({ tag: column.key }));
}

export function aggregateText(metric: Metric): string {
  if (metric.aggregate === 'mean') return `mean of last ${String(metric.k ?? 10)}`;
  if (metric.aggregate === 'at') return `at ${metric.best === 'max' ? 'highest' : 'lowest'} ${metric.of ?? ''}`;
  return metric.aggregate ?? 'last';
}
