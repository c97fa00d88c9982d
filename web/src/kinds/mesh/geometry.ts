// One mesh as the server answers it.
import { Columns } from '../../data/columns.ts';

export interface Geometry {
  step: number;
  /** Three coordinates a point. */
  positions: Float32Array;
  /** Three corners a face; empty for a cloud of points. */
  faces: Uint32Array;
  /** Three channels a point; empty where none were logged. */
  colors: Uint8Array;
  /** The logged place of each point; empty where none was left out. */
  indices: Uint32Array;
  n_vertices: number;
  n_faces: number;
  /** How many meshes were logged together. */
  batch: number;
  config: unknown;
  notes: readonly string[];
}

export function decodeGeometry(bytes: ArrayBuffer): Geometry {
  const columns = new Columns(bytes);
  const [positions, faces, colors, indices] = (['position', 'face', 'color', 'index'] as const).map(
    (name) => columns.lists(name)[0] ?? new Float64Array(),
  );
  const number = (name: string): number => Number(columns.notes[name] ?? 0);
  return {
    step: number('step'),
    positions: Float32Array.from(positions ?? []),
    faces: Uint32Array.from(faces ?? []),
    colors: Uint8Array.from(colors ?? []),
    indices: Uint32Array.from(indices ?? []),
    n_vertices: number('n_vertices'),
    n_faces: number('n_faces'),
    batch: number('batch'),
    config: columns.notes['config'],
    notes: (columns.notes['notes'] ?? []) as readonly string[],
  };
}

export interface Ball {
  center: readonly [number, number, number];
  radius: number;
}

/** The ball around all points, from the middle of their box; never of no size, so that a single point can be framed. */
export function ballAround(positions: Float32Array): Ball {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3] as number, value);
    high[i % 3] = Math.max(high[i % 3] as number, value);
  });
  if (positions.length < 3) return { center: [0, 0, 0], radius: 1 };
  const [x = 0, y = 0, z = 0] = high.map((top, i) => (top + (low[i] as number)) / 2);
  let farthest = 0;
  for (let i = 0; i < positions.length; i += 3)
    farthest = Math.max(
      farthest,
      Math.hypot(
        (positions[i] as number) - x,
        (positions[i + 1] as number) - y,
        (positions[i + 2] as number) - z,
      ),
    );
  return { center: [x, y, z], radius: farthest || 1 };
}

/** The smallest ball around two. */
export function ballOfBoth(one: Ball, other: Ball): Ball {
  const apart = Math.hypot(...one.center.map((at, i) => at - (other.center[i] as number)));
  if (apart + other.radius <= one.radius) return one;
  if (apart + one.radius <= other.radius) return other;
  const radius = (apart + one.radius + other.radius) / 2;
  const share = (radius - one.radius) / apart;
  const between = (i: 0 | 1 | 2): number => one.center[i] + (other.center[i] - one.center[i]) * share;
  return { center: [between(0), between(1), between(2)], radius };
}

export function sizeText({ n_vertices, n_faces }: Pick<Geometry, 'n_vertices' | 'n_faces'>): string {
  const words = (n: number, one: string): string =>
    `${n.toLocaleString('en-US')} ${n === 1 ? one : `${one}s`}`;
  return n_faces > 0
    ? `${words(n_vertices, 'vertex').replace('vertexs', 'vertices')}, ${words(n_faces, 'face')}`
    : words(n_vertices, 'point');
}
