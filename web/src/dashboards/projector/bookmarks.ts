// Bookmarks in the form in which TensorBoard's projector stores them, read into settings and written from them.
import type { OpenedEmbedding } from './opened_embedding.svelte.ts';
import type { Method, ProjectorSettings } from './settings.ts';

/** The fields of TensorBoard's `State` that mean something here; all may be missing. */
export interface Bookmark {
  label?: string;
  isSelected?: boolean;
  selectedProjection?: 'pca' | 'tsne' | 'umap' | 'custom';
  pcaComponentDimensions?: number[];
  tSNEPerplexity?: number;
  tSNEIteration?: number;
  tSNEis3d?: boolean;
  umapNeighbors?: number;
  umapIs3d?: boolean;
  dataSetDimensions?: [number, number];
  /** Of each point: places by projection and axis, such as `tsne-0`. */
  projections?: Record<string, number>[];
  selectedPoints?: number[];
  filteredPoints?: number[];
  selectedColorOptionName?: string;
  selectedLabelOption?: string;
  customXLeftText?: string;
  customXRightText?: string;
  customYUpText?: string;
  customYDownText?: string;
}

const METHODS: Readonly<Record<string, Method>> = { pca: 'pca', tsne: 'tsne', umap: 'umap', custom: 'axes' };

/** Settings by their names in the link, and the selected points. */
export function settingsOf(
  bookmark: Bookmark,
  columns: readonly string[],
): { settings: Record<string, string | undefined>; selected: number[] } {
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
      color: known(bookmark.selectedColorOptionName),
      label: known(bookmark.selectedLabelOption),
      axes: method === 'axes' ? ends.map((text) => text ?? '').join('\t') : undefined,
      pose: undefined,
    },
    selected: (bookmark.selectedPoints ?? []).filter((point) => Number.isInteger(point) && point >= 0),
  };
}

/** What is on screen as a bookmark that TensorBoard reads too, with the places of all points. */
export function asBookmark(
  settings: ProjectorSettings,
  { facts, uses, projection }: Pick<OpenedEmbedding, 'facts' | 'uses' | 'projection'>,
  selected: Uint32Array,
): Bookmark {
  const { method, dimensions } = settings;
  const name = method === 'axes' ? 'custom' : method;
  const positions = projection.positions ?? new Float32Array(0);
  const [begin, end] = settings.axes;
  return {
    label: `${name} ${String(dimensions)}-D`,
    isSelected: true,
    selectedProjection: name,
    pcaComponentDimensions: [...settings.components],
    tSNEPerplexity: settings.number('perplexity'),
    tSNEIteration: method === 'tsne' ? projection.iteration : 0,
    tSNEis3d: dimensions === 3,
    umapNeighbors: settings.number('neighbors'),
    umapIs3d: dimensions === 3,
    dataSetDimensions: [facts?.points ?? 0, facts?.dimensions ?? 0],
    projections: Array.from({ length: positions.length / 3 }, (_, i) =>
      Object.fromEntries(
        Array.from({ length: dimensions }, (_axis, axis) => [
          `${name}-${axis === 0 || name !== 'custom' ? String(axis) : 'y'}`,
          positions[3 * i + axis] as number,
        ]),
      ),
    ),
    selectedPoints: [...selected],
    filteredPoints: [],
    ...(uses.color === null ? {} : { selectedColorOptionName: uses.color }),
    ...(uses.label === null ? {} : { selectedLabelOption: uses.label }),
    customXLeftText: begin?.[0] ?? '',
    customXRightText: begin?.[1] ?? '',
    customYDownText: end?.[0] ?? '',
    customYUpText: end?.[1] ?? '',
  };
}
