// The overview of a profile as the server answers it, and the figures at the top of the page.
import { formatBytes } from '../../charts/base/format.ts';
import { spanParts } from './spans.ts';

export interface Overview {
  environment: {
    devices: readonly {
      name: string;
      memory_bytes: number | null;
      compute_capability: string;
      multiprocessors: number | null;
    }[];
    versions: Readonly<Record<string, string>>;
    recorded: readonly string[];
    host: string;
    rank: number | null;
    world_size: number | null;
    backend: string;
  };
  n_slices: number;
  steps: {
    count: number;
    partial: number;
    /** Whether the profile marks its steps; without marks all of it is one. */
    is_marked: boolean;
    mean_ns: number | null;
    deviation_ns: number | null;
  };
  split_ns: Readonly<Record<string, number | null>>;
  device: DeviceUse | null;
  /** What is wrong, the worst first. */
  advice: readonly Finding[];
  /** How many rules were tried. */
  n_rules: number;
  problems: readonly Problem[];
}

export interface Finding {
  rule: string;
  level: 'high' | 'moderate';
  title: string;
  evidence: readonly string[];
  /** Code stands between backticks. */
  action: string;
  /** The measured part of the time that this concerns. */
  share: number | null;
  slices: readonly number[];
}

export interface DeviceUse {
  utilization: number | null;
  sm_efficiency: number | null;
  occupancy_percent: number | null;
  /** Whether it is what fits, as XLA says, and not an estimate of what ran. */
  is_occupancy_theoretical: boolean;
  tensor_core_share: number | null;
  peak_memory_bytes: number | null;
  curve: { start_ns: number; bucket_ns: number; share: readonly number[] };
}

export interface Problem {
  what: string;
  offset: number;
  count: number;
}

export interface Figure {
  value: string;
  unit: string;
  label: string;
  hint?: string;
}

/** Less would read "0.0 %". */
const LEAST_SHARE = 0.0005;

/** What is known, and nothing else: a profile of the host alone has no figures of a device. */
export function figuresOf(overview: Overview): Figure[] {
  return [...stepFigures(overview), ...deviceFigures(overview)];
}

function stepFigures({ steps, split_ns, device, n_slices }: Overview): Figure[] {
  const figures: Figure[] = [];
  if (steps.mean_ns !== null) {
    const [value, unit] = spanParts(steps.mean_ns);
    const deviation = steps.deviation_ns === null ? '' : ` ± ${spanParts(steps.deviation_ns).join(' ')}`;
    figures.push({
      value,
      unit,
      label: steps.is_marked ? `step time${deviation}` : 'recorded, no steps marked',
      hint: 'Mean and standard deviation of the whole steps',
    });
  }
  if (steps.is_marked)
    figures.push({
      value: String(steps.count),
      unit: '',
      label: steps.partial > 0 ? `steps, ${String(steps.partial)} cut off` : 'steps',
    });
  if (!device) {
    for (const [key, label] of [
      ['cpu', 'in operators'],
      ['host', 'on the host'],
      ['data_loading', 'loading data'],
      ['input', 'waiting for input'],
      ['compile', 'compiling'],
    ] as const) {
      const share = (split_ns[key] ?? 0) / (steps.mean_ns ?? Infinity);
      if (share >= LEAST_SHARE) figures.push(percent(share, label));
    }
    figures.push({ value: n_slices.toLocaleString('en-US'), unit: '', label: 'slices recorded' });
  }
  return figures;
}

function deviceFigures({ device, environment }: Overview): Figure[] {
  const figures: Figure[] = [];
  if (device) {
    const { utilization, sm_efficiency, occupancy_percent, tensor_core_share, peak_memory_bytes } = device;
    if (utilization !== null)
      figures.push(percent(utilization, 'device busy', 'Share of the time during which a kernel ran'));
    if (sm_efficiency !== null)
      figures.push(percent(sm_efficiency, 'SM efficiency', 'Share of the multiprocessors that had work'));
    if (occupancy_percent !== null)
      figures.push(
        percent(
          occupancy_percent / 100,
          device.is_occupancy_theoretical ? 'occupancy, theoretical' : 'occupancy achieved',
          'As kernels report it, averaged by time',
        ),
      );
    if (tensor_core_share !== null && (tensor_core_share > 0 || environment.devices[0]?.compute_capability))
      figures.push(
        percent(
          tensor_core_share,
          'on tensor cores',
          'Share of kernel time, by the names of the kernels: profiles do not record it',
        ),
      );
    if (peak_memory_bytes !== null) {
      const [value = '', unit = ''] = formatBytes(peak_memory_bytes).split(' ');
      const whole = environment.devices[0]?.memory_bytes;
      figures.push({
        value,
        unit: whole ? `${unit} of ${formatBytes(whole)}` : unit,
        label: 'memory at peak',
        hint: 'Allocated by the framework on one device',
      });
    }
  }
  const [first] = environment.devices;
  if (first) {
    const n = environment.devices.length;
    figures.push({
      value: n > 1 ? `${String(n)} ×` : '',
      unit: first.name.replace(/^(NVIDIA|Tesla) /, ''),
      label: [
        first.memory_bytes ? formatBytes(first.memory_bytes) : '',
        first.multiprocessors ? `${String(first.multiprocessors)} SMs` : '',
      ]
        .filter(Boolean)
        .join(', '),
    });
  }
  return figures;
}

function percent(share: number, label: string, hint?: string): Figure {
  const value = (share * 100).toFixed(share < 0.0995 ? 1 : 0);
  return { value, unit: '%', label, ...(hint === undefined ? {} : { hint }) };
}
