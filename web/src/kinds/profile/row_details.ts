// One operator or kernel as the server tells of it.
import { asJson } from '../../data/api.ts';

/** Calls of one sort and their time, with all they called. */
interface Tally {
  calls: number;
  host_ns: number;
  device_ns: number;
}

export interface OperatorDetails {
  readonly calls: number;
  /** The longest call, as a slice. */
  readonly longest: number;
  readonly shapes: readonly (Tally & { shape: string; types: string })[];
  readonly n_shapes: number;
  /** Frames from the outermost to the innermost. */
  readonly stacks: readonly (Tally & { frames: readonly string[] })[];
  readonly n_stacks: number;
  readonly modules: readonly (Tally & { frames: readonly string[] })[];
  readonly n_modules: number;
  readonly kernels: readonly {
    kernel: string;
    short_name: string;
    calls: number;
    total_ns: number;
    tensor_cores: boolean;
    /** Launched by a backward pass that is folded into the operator. */
    is_backward: boolean;
    occupancy_percent: number | null;
  }[];
  readonly n_kernels: number;
  readonly n_launched: number;
}

export interface KernelDetails {
  readonly calls: number;
  readonly longest: number;
  readonly median_ns: number;
  readonly p90_ns: number;
  readonly p99_ns: number;
  readonly bins: { from_ns: number; to_ns: number; counts: readonly number[] };
  readonly launches: readonly { grid: string; block: string; calls: number; total_ns: number }[];
  readonly operators: readonly { operator: string; calls: number; total_ns: number }[];
  readonly n_operators: number;
}

export const decodeOperator = (bytes: ArrayBuffer): OperatorDetails => asJson<OperatorDetails>(bytes);
export const decodeKernel = (bytes: ArrayBuffer): KernelDetails => asJson<KernelDetails>(bytes);

/** `[[32, 64], [64, 128], []]` as `32×64, 64×128`: what has no shape, as a number, says nothing. */
export function shapeText(text: string): string {
  try {
    const found: unknown = JSON.parse(text);
    if (!Array.isArray(found)) return text;
    const shapes = found.map(shapeOf).filter((shape) => shape !== '');
    return shapes.length > 0 ? shapes.join(', ') : 'scalars';
  } catch {
    return text;
  }
}

function shapeOf(value: unknown): string {
  if (!Array.isArray(value)) return '';
  if (value.some(Array.isArray)) return `[${value.map(shapeOf).filter(Boolean).join(', ')}]`;
  return value.join('×');
}

/** The types of tensors, each once: `["float", "float", "Scalar"]` is `float`. */
export function typesText(text: string): string {
  try {
    const found: unknown = JSON.parse(text);
    const names = Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];
    return [...new Set(names.filter((name) => /^[a-z]/.test(name)))].join(', ');
  } catch {
    return '';
  }
}
