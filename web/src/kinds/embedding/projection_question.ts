// What is requested of a projection: the embedding, the method and its parameters.
import type { EmbeddingKey } from './embeddings.ts';

export type Metric = 'cosine' | 'euclidean';
export type SearchMode = 'text' | 'regex' | 'filter';

export interface SearchTerms {
  query: string;
  mode: SearchMode;
  column: string | null;
}

export interface Axis {
  begin: SearchTerms;
  end: SearchTerms;
}

export interface ProjectionQuestion extends EmbeddingKey {
  method: 'pca' | 'umap' | 'tsne' | 'axes';
  dimensions: 2 | 3;
  metric: Metric;
  sphereize: boolean;
  seed: number;
  components: readonly number[] | null;
  perplexity: number;
  iterations: number;
  neighbors: number;
  minDist: number;
  supervised_by: string | null;
  supervision: number;
  axes: readonly Axis[];
  align: boolean;
}

/** What the server is asked for methods that it computes. */
export function projectionParams(question: ProjectionQuestion): Record<string, unknown> {
  const { run, name, step, method, dimensions, metric, sphereize, seed, align } = question;
  const shared = { run, name, step, method, dimensions, metric, sphereize, seed, align };
  if (method === 'axes') return { ...shared, axes: question.axes };
  const { perplexity, iterations, supervised_by, supervision } = question;
  if (method === 'pca') return { ...shared, components: question.components, supervised_by, supervision };
  return { ...shared, perplexity, iterations, supervised_by, supervision };
}

/** What it is asked for UMAP: the neighbors of every point. */
export function neighborParams(question: ProjectionQuestion): Record<string, unknown> {
  const { run, name, step, metric, sphereize, seed, supervised_by, supervision, neighbors: k } = question;
  return { run, name, step, metric, sphereize, seed, supervised_by, supervision, k };
}

/** Whether two questions differ in nothing but the step. */
export function isOtherStep(before: ProjectionQuestion | null, after: ProjectionQuestion | null): boolean {
  if (!before || !after || before.step === after.step) return false;
  return JSON.stringify({ ...before, step: 0 }) === JSON.stringify({ ...after, step: 0 });
}
