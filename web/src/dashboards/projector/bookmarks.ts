// Bookmarks in the form in which TensorBoard's projector stores them, read into settings and written from them.
import type { OpenedEmbedding } from './opened_embedding.svelte.ts';
import type { PointSelection } from './point_selection.svelte.ts';
import type { Method, ProjectorSettings } from './settings.ts';

/** The fields of TensorBoard's `State` that mean something here; all may be missing. */
export interface Bookmark {
  label?: string;
  isSelected?: boolean;
  selectedProjection?: 'pca' | 'tsne' | 'umap' | 'custom';
  pcaComponentDimensions?: number[];
  tSNEPerplexity?: number;
  tSNEIteration?: number;
  /** The exponent of ten; TensorBoard reads no bookmark without it. */
  tSNELearningRate?: number;
  tSNEis3d?: boolean;
  umapNeighbors?: number;
  umapMinDist?: number;
  umapIs3d?: boolean;
  dataSetDimensions?: [number, number];
  /** Of each point that is shown: places by projection and axis, such as `tsne-0`. */
  projections?: Record<string, number>[];
  /** Counted among the points that are shown. */
  selectedPoints?: number[];
  /** The points that are shown alone; missing where all are. */
  filteredPoints?: number[];
  selectedColorOptionName?: string;
  selectedLabelOption?: string;
  customXLeftText?: string;
  customXRightText?: string;
  customYUpText?: string;
  customYDownText?: string;
}

const USUAL_LEARNING_RATE = 1;
const METHODS: Readonly<Record<string, Method>> = { pca: 'pca', tsne: 'tsne', umap: 'umap', custom: 'axes' };

/** Settings by their names in the link, the selected points, and those shown alone, if not all are. */
export function settingsOf(
  bookmark: Bookmark,
  columns: readonly string[],
): { settings: Record<string, string | undefined>; selected: number[]; shown: number[] | null } {
  const method = METHODS[bookmark.selectedProjection ?? 'pca'] ?? 'pca';
  const components = bookmark.pcaComponentDimensions ?? [];
  const is3d =
    method === 'tsne'
      ? bookmark.tSNEis3d
      : method === 'umap'
        ? bookmark.umapIs3d
        : method === 'pca' && components.length === 3;
  const known = (name: string | undefined): string | undefined =>
    name !== undefined && columns.includes(name) ? name : undefined;
  const number = (value: number | undefined): string | undefined => (value ? String(value) : undefined);
  const shown = bookmark.filteredPoints?.length ? pointsOf(bookmark.filteredPoints) : null;
  const ends = [
    ...[bookmark.customXLeftText, bookmark.customXRightText],
    ...[bookmark.customYDownText, bookmark.customYUpText],
  ];
  return {
    settings: {
      method: method === 'pca' ? undefined : method,
      dims: is3d ? '3' : undefined,
      components: components.length > 0 ? components.join(',') : undefined,
      perplexity: number(bookmark.tSNEPerplexity),
      neighbors: number(bookmark.umapNeighbors),
      minDist: number(bookmark.umapMinDist),
      color: known(bookmark.selectedColorOptionName),
      label: known(bookmark.selectedLabelOption),
      axes: method === 'axes' ? ends.map((text) => text ?? '').join('\t') : undefined,
      pose: undefined,
    },
    selected: pointsOf(bookmark.selectedPoints ?? []).flatMap((point) =>
      shown ? (shown[point] ?? []) : point,
    ),
    shown,
  };
}

function pointsOf(numbers: readonly number[]): number[] {
  return numbers.filter((point) => Number.isInteger(point) && point >= 0);
}

/** What is on screen as a bookmark that TensorBoard reads too, with the places of all points that are shown. */
export function asBookmark(
  settings: ProjectorSettings,
  { facts, uses, projection }: Pick<OpenedEmbedding, 'facts' | 'uses' | 'projection'>,
  { selected, shown }: Pick<PointSelection, 'selected' | 'shown'>,
): Bookmark {
  const { method, dimensions } = settings;
  const name = method === 'axes' ? 'custom' : method;
  const positions = projection.positions ?? new Float32Array(0);
  const keys = placeKeys(settings);
  const all = Array.from({ length: positions.length / 3 }, (_, point) => point);
  const filtered = shown && all.filter((point) => shown[point]);
  const rowOf = filtered && new Map(filtered.map((point, row) => [point, row]));
  const [begin, end] = settings.axes;
  return {
    label: `${name} ${String(keys.length)}-D`,
    isSelected: true,
    selectedProjection: name,
    pcaComponentDimensions: [...settings.components],
    tSNEPerplexity: settings.number('perplexity'),
    tSNEIteration: method === 'tsne' ? projection.iteration : 0,
    tSNELearningRate: USUAL_LEARNING_RATE,
    tSNEis3d: dimensions === 3,
    umapNeighbors: settings.number('neighbors'),
    umapMinDist: settings.number('minDist'),
    umapIs3d: dimensions === 3,
    dataSetDimensions: [filtered?.length ?? facts?.points ?? 0, facts?.dimensions ?? 0],
    projections: (filtered ?? all).map((point) =>
      Object.fromEntries(keys.map((key, axis) => [key, positions[3 * point + axis] as number])),
    ),
    selectedPoints: [...selected].flatMap((point) => (rowOf ? (rowOf.get(point) ?? []) : point)),
    ...(filtered && { filteredPoints: filtered }),
    ...(uses.color === null ? {} : { selectedColorOptionName: uses.color }),
    ...(uses.label === null ? {} : { selectedLabelOption: uses.label }),
    customXLeftText: begin?.[0] ?? '',
    customXRightText: begin?.[1] ?? '',
    customYDownText: end?.[0] ?? '',
    customYUpText: end?.[1] ?? '',
  };
}

/** TensorBoard's names of the axes: PCA by its components; axes of one's own are two. */
function placeKeys({ method, dimensions, components }: ProjectorSettings): string[] {
  if (method === 'axes') return ['linear-x', 'linear-y'];
  if (method === 'pca') return components.map((component) => `pca-${String(component)}`);
  return [0, 1, 2].slice(0, dimensions).map((axis) => `${method}-${String(axis)}`);
}
