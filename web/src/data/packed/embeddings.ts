// Embeddings of a report: the nearest points in the original space and the points whose metadata has a text.
import { Columns } from '../columns.ts';
import { ApiError } from '../provider_types.ts';
import type { Queries } from '../shapes.ts';
import { arrowBytes } from './arrow.ts';
import type { Core } from './core.ts';
import type { Recorded } from './recorded.ts';

type Embeddings = Queries['embedding'];

interface Vectors {
  step: number | null;
  nPoints: number;
  nDimensions: number;
  values: Float32Array;
}

const DEFAULT_NEIGHBORS = 100;

/** Vectors of embeddings, unpacked by the core when they are first needed. */
export class EmbeddingVectors {
  readonly #runs = new Map<number, Promise<Map<string, Vectors[]>>>();

  constructor(
    readonly recorded: Recorded,
    readonly core: () => Promise<Core>,
  ) {}

  async neighbors(params: Embeddings['neighbors']): Promise<ArrayBuffer | null> {
    const { run, name, step, points, k = DEFAULT_NEIGHBORS, metric = 'cosine', sphereize = false } = params;
    const found = nearestStep((await this.#of(run)).get(name) ?? [], step ?? null);
    if (!found) return null;
    const space = new Space(found, sphereize, metric);
    const chosen = points.filter((point) => space.isFinite(point));
    if (!chosen.length)
      throw new ApiError(404, 'these points contain NaN or infinity, so they have no neighbors');
    const ranked = space.nearest(space.middle(chosen), new Set(chosen)).slice(0, k);
    return arrowBytes(
      {
        point: Uint32Array.from(ranked, ({ point }) => point),
        distance: Float32Array.from(ranked, ({ distance }) => distance),
      },
      { metric, exact: true },
    );
  }

  #of(run: number): Promise<Map<string, Vectors[]>> {
    const known = this.#runs.get(run) ?? this.#unpacked(run);
    this.#runs.set(run, known);
    return known;
  }

  async #unpacked(run: number): Promise<Map<string, Vectors[]>> {
    const bytes = await this.recorded.entries.bytes(`columns/embedding/${String(run)}`);
    const core = await this.core();
    const loaded = bytes && core.unpack(bytes);
    const found = new Map<string, Vectors[]>();
    loaded?.names.forEach((name, item) => {
      const [shape, step, values] = ['shape', 'step', 'vector'].map((each) =>
        core.column(loaded.entry, item, each),
      );
      if (!(values instanceof Float32Array)) return;
      const [nPoints = 0, nDimensions = 0] = Array.from(shape ?? [], Number);
      const at = step?.[0] === undefined ? null : Number(step[0]);
      found.set(name, [...(found.get(name) ?? []), { step: at, nPoints, nDimensions, values }]);
    });
    return found;
  }
}

/** Points whose metadata contains a text or matches a pattern. */
export async function searchPoints(
  recorded: Recorded,
  { run, name, step, query = '', mode = 'text', column }: Embeddings['search'],
): Promise<ArrayBuffer | null> {
  if (mode === 'filter')
    throw new ApiError(
      404,
      'This report has no server: filter expressions need one. Text and patterns work.',
    );
  const params = { run, name, step, form: 'text' };
  const bytes = await recorded.answer({ kind: 'embedding', query: 'metadata', params });
  if (!bytes) return null;
  const metadata = new Columns(bytes);
  const names = column ? [column] : metadata.names;
  const isMatch = query === '' ? () => false : tester(query, mode === 'regex');
  const found = new Set<number>();
  for (const each of names)
    metadata.words(each).forEach((word, point) => {
      if (isMatch(word)) found.add(point);
    });
  const points = [...found].sort((a, b) => a - b);
  return arrowBytes({ point: Uint32Array.from(points) }, { total: points.length, complete: true });
}

function tester(query: string, isPattern: boolean): (word: string) => boolean {
  if (!isPattern) {
    const wanted = query.toLowerCase();
    return (word) => word.toLowerCase().includes(wanted);
  }
  try {
    const pattern = new RegExp(query, 'iu');
    return (word) => pattern.test(word);
  } catch {
    throw new ApiError(400, 'query: pattern is not a regular expression');
  }
}

/** The later of two equally near; the last where no step is asked for. */
function nearestStep(steps: readonly Vectors[], step: number | null): Vectors | null {
  const away = ({ step: at }: Vectors): number => (step === null ? -(at ?? 0) : Math.abs((at ?? 0) - step));
  return steps.reduce<Vectors | null>(
    (best, each) =>
      best === null ||
      away(each) < away(best) ||
      (away(each) === away(best) && (each.step ?? 0) > (best.step ?? 0))
        ? each
        : best,
    null,
  );
}

/** Vectors as distances need them: around their mean where sphereized, of length one for angles. */
class Space {
  readonly #center: Float64Array;
  readonly #isUnit: boolean;

  constructor(
    readonly vectors: Vectors,
    sphereize: boolean,
    readonly metric: string,
  ) {
    this.#isUnit = sphereize || metric === 'cosine';
    this.#center = new Float64Array(vectors.nDimensions);
    if (sphereize) this.#center = this.#mean();
  }

  isFinite(point: number): boolean {
    return this.#raw(point).every((value) => Number.isFinite(value));
  }

  /** The mean of some points, of length one for angles. */
  middle(points: readonly number[]): Float64Array {
    const middle = new Float64Array(this.vectors.nDimensions);
    for (const point of points) this.#of(point).forEach((value, i) => (middle[i] = (middle[i] ?? 0) + value));
    middle.forEach((sum, i) => (middle[i] = sum / points.length));
    return this.metric === 'cosine' ? scaled(middle) : middle;
  }

  nearest(to: Float64Array, without: ReadonlySet<number>): { point: number; distance: number }[] {
    const found: { point: number; distance: number }[] = [];
    for (let point = 0; point < this.vectors.nPoints; point += 1)
      if (!without.has(point) && this.isFinite(point))
        found.push({ point, distance: this.#distance(this.#of(point), to) });
    return found.sort((a, b) => a.distance - b.distance || a.point - b.point);
  }

  #distance(one: Float64Array, other: Float64Array): number {
    let sum = 0;
    const isAngle = this.metric === 'cosine';
    one.forEach((value, i) => {
      const second = other[i] ?? 0;
      sum += isAngle ? value * second : (value - second) ** 2;
    });
    return isAngle ? Math.max(1 - sum, 0) : Math.sqrt(sum);
  }

  #mean(): Float64Array {
    const { nPoints, nDimensions } = this.vectors;
    const mean = new Float64Array(nDimensions);
    let n = 0;
    for (let point = 0; point < nPoints; point += 1) {
      if (!this.isFinite(point)) continue;
      n += 1;
      this.#raw(point).forEach((value, i) => (mean[i] = (mean[i] ?? 0) + value));
    }
    return mean.map((sum) => sum / Math.max(n, 1));
  }

  #raw(point: number): Float32Array {
    const { nDimensions, values } = this.vectors;
    return values.subarray(point * nDimensions, (point + 1) * nDimensions);
  }

  #of(point: number): Float64Array {
    const moved = Float64Array.from(this.#raw(point), (value, i) => value - (this.#center[i] ?? 0));
    return this.#isUnit ? scaled(moved) : moved;
  }
}

function scaled(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
