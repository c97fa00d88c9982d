// The server's answers about embeddings: which there are, what one holds.
import { asJson } from '../../data/api.ts';

export interface Embedding {
  run: number;
  /** Unique in its run. */
  name: string;
  tag: string;
  source: string;
  steps: readonly number[];
  points: number | null;
  dimensions: number | null;
  has_metadata: boolean;
  has_sprite: boolean;
  has_bookmarks: boolean;
  /** Why it cannot be read. */
  problem: string | null;
}

export interface EmbeddingList {
  embeddings: readonly Embedding[];
  errors: readonly { run: number; error: string }[];
  /** What the server can compute. */
  installed: { tsne: boolean; approximate_neighbors: boolean };
}

export interface ColumnSummary {
  name: string;
  type: 'categorical' | 'continuous' | 'text';
  is_number: boolean;
  distinct: number | null;
  missing: number;
  low: number | null;
  high: number | null;
  values: readonly { value: string; count: number }[];
}

export interface Sprite {
  width: number;
  height: number;
  point_width: number;
  point_height: number;
  per_row: number;
}

export interface EmbeddingFacts {
  step: number | null;
  points: number;
  dimensions: number;
  /** How many points are free of NaN and infinity. */
  projected: number;
  columns: readonly ColumnSummary[];
  sprite: Sprite | null;
  /** What is wrong with the data, in sentences. */
  notes: readonly string[];
}

/** Which embedding is meant, as all queries want it. */
export interface EmbeddingKey {
  run: number;
  name: string;
  step: number | null;
}

export const decodeList = (bytes: ArrayBuffer): EmbeddingList => asJson<EmbeddingList>(bytes);
export const decodeFacts = (bytes: ArrayBuffer): EmbeddingFacts => asJson<EmbeddingFacts>(bytes);

/** All steps of some embeddings, each once, ascending. */
export function stepsOf(embeddings: readonly Embedding[]): number[] {
  return [...new Set(embeddings.flatMap(({ steps }) => steps))].sort((a, b) => a - b);
}

/** Enough points that their places say something. */
const MIN_TELLING_POINTS = 10;

/** The embedding that is shown unless someone chooses: one that was logged as such, rather than any small tensor of rank two. */
export function usualEmbedding(embeddings: readonly Embedding[]): Embedding | null {
  const readable = embeddings.filter(({ problem }) => !problem);
  return (
    readable.find((one) => one.has_metadata || one.has_sprite) ??
    readable.find((one) => (one.points ?? 0) >= MIN_TELLING_POINTS) ??
    readable[0] ??
    embeddings[0] ??
    null
  );
}

/** The column by which points are colored unless someone chooses: the first that tells classes apart. */
export function usualColor(columns: readonly ColumnSummary[]): string | null {
  return columns.find((one) => one.type === 'categorical' && (one.distinct ?? 0) > 1)?.name ?? null;
}

/** The column by which points are named: the first with a text of its own for most points, else the first. */
export function usualLabel(columns: readonly ColumnSummary[]): string | null {
  return (columns.find((one) => one.type === 'text') ?? columns[0])?.name ?? null;
}
