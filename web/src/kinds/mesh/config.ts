// The `config_dict` of a logged mesh: the settings known here, checked; three's names, as in TensorBoard, and `labels` of ours.
import type { Vector } from './pose.ts';

export interface LightConfig {
  kind: 'ambient' | 'directional' | 'point' | 'hemisphere';
  color: string;
  intensity: number;
  position: Vector | null;
}

export interface MeshConfig {
  /** Degrees. */
  fov: number;
  near: number | null;
  far: number | null;
  isOrthographic: boolean;
  position: Vector | null;
  lights: readonly LightConfig[] | null;
  /** In the units of the mesh; null: as the page has it. */
  pointSize: number | null;
  wireframe: boolean | null;
  color: string | null;
  opacity: number;
  roughness: number;
  metalness: number;
  flat: boolean;
  /** Names of vertices, by their logged place; empty: this vertex has none. */
  labels: readonly string[];
}

type Dict = Readonly<Record<string, unknown>>;

const LIGHTS: Readonly<Record<string, LightConfig['kind']>> = {
  AmbientLight: 'ambient',
  DirectionalLight: 'directional',
  PointLight: 'point',
  SpotLight: 'point',
  HemisphereLight: 'hemisphere',
};

export function configOf(given: unknown): MeshConfig {
  const { camera, material, lights, labels } = dict(given);
  const seen = dict(camera);
  const look = dict(material);
  return {
    fov: within(seen['fov'], 5, 160) ?? 60,
    near: within(seen['near'], 1e-9, 1e9),
    far: within(seen['far'], 1e-9, 1e12),
    isOrthographic: seen['cls'] === 'OrthographicCamera',
    position: vector(seen['position']),
    lights: Array.isArray(lights) ? lights.slice(0, 8).flatMap((light) => lightOf(dict(light))) : null,
    pointSize: within(look['size'], 1e-9, 1e6),
    wireframe: typeof look['wireframe'] === 'boolean' ? look['wireframe'] : null,
    color: color(look['color']),
    opacity: within(look['opacity'], 0, 1) ?? 1,
    roughness: within(look['roughness'], 0, 1) ?? 0.9,
    metalness: within(look['metalness'], 0, 1) ?? 0,
    flat: look['flatShading'] === true,
    labels: Array.isArray(labels) ? labels.map((one) => (typeof one === 'string' ? one : '')) : [],
  };
}

function lightOf(light: Dict): LightConfig[] {
  const kind = typeof light['cls'] === 'string' ? LIGHTS[light['cls']] : undefined;
  if (!kind) return [];
  return [
    {
      kind,
      color: color(light['color']) ?? '#ffffff',
      intensity: within(light['intensity'], 0, 100) ?? 1,
      position: vector(light['position']),
    },
  ];
}

function dict(value: unknown): Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Dict) : {};
}

function within(value: unknown, low: number, high: number): number | null {
  return typeof value === 'number' && value >= low && value <= high ? value : null;
}

function vector(value: unknown): Vector | null {
  if (
    !Array.isArray(value) ||
    value.length !== 3 ||
    !value.every((one) => typeof one === 'number' && Number.isFinite(one))
  )
    return null;
  return value as unknown as Vector;
}

/** "#rgb", "#rrggbb", or a number as three writes colors; names could be anything and are left out. */
function color(value: unknown): string | null {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffff)
    return `#${value.toString(16).padStart(6, '0')}`;
  return typeof value === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ? value : null;
}
