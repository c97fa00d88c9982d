// The points nearest to the picked one in the original space.
import { Columns } from '../../data/columns.ts';
import type { EmbeddingKey } from '../../kinds/embedding/embeddings.ts';
import { reasonOf } from '../../kinds/embedding/reason.ts';
import { liveQuery } from '../../public/live_query.svelte.ts';
import type { ProjectorSettings } from './settings.ts';

export interface NearestPoints {
  /** The point they are nearest to. */
  of: number;
  points: number[];
  distances: number[];
  isExact: boolean;
}

const N_NEAREST = 100;

/** Call while a component is made; null while no point is picked. */
export function nearestPoints(
  key: () => EmbeddingKey | null,
  settings: ProjectorSettings,
): { readonly value: NearestPoints | null; readonly error: string | null } {
  const point = $derived(settings.point);
  const answer = liveQuery(
    () => {
      const current = key();
      return current && point !== null
        ? {
            kind: 'embedding',
            query: 'neighbors',
            params: {
              ...current,
              points: [point],
              k: N_NEAREST,
              metric: settings.metric,
              sphereize: settings.isSphereized,
            },
            runs: [],
          }
        : null;
    },
    (bytes) => {
      const columns = new Columns(bytes);
      return {
        of: point ?? -1,
        points: [...columns.numbers('point')],
        distances: [...columns.numbers('distance')],
        isExact: columns.notes['exact'] !== false,
      };
    },
  );
  return {
    get value() {
      return point !== null && !answer.error && answer.value?.of === point ? answer.value : null;
    },
    get error() {
      return point !== null && answer.error ? reasonOf(answer.error) : null;
    },
  };
}
