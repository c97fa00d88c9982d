import { expect, it } from 'vitest';
import { figuresOf, type Overview } from './overview.ts';

const HOST_ONLY: Overview = {
  environment: {
    devices: [],
    versions: {},
    recorded: [],
    host: '',
    rank: null,
    world_size: null,
    backend: '',
  },
  n_slices: 1911,
  steps: { count: 3, partial: 1, is_marked: true, mean_ns: 200e6, deviation_ns: 3.1e6 },
  split_ns: { kernel: 0, cpu: 150e6, data_loading: 50e6, other: null },
  device: null,
  advice: [],
  n_rules: 16,
  problems: [],
};
const text = (overview: Overview): string[] =>
  figuresOf(overview).map(({ value, unit, label }) => `${value} ${unit} ${label}`);

it('shows of a profile without a device what the host did', () => {
  expect(text(HOST_ONLY)).toEqual([
    '200.0 ms step time ± 3.10 ms',
    '3  steps, 1 cut off',
    '75 % in operators',
    '25 % loading data',
    '1,911  slices recorded',
  ]);
});

it('shows of a profile of TensorFlow or JAX without a device what the host did and waited for', () => {
  const split_ns = { compute: 0, input: 30e6, compile: 10e6, host: 150e6, other: 10e6 };
  expect(text({ ...HOST_ONLY, split_ns }).slice(2, 5)).toEqual([
    '75 % on the host',
    '15 % waiting for input',
    '5.0 % compiling',
  ]);
  expect(text({ ...HOST_ONLY, split_ns: { ...split_ns, compile: 50e3 } }).join()).not.toContain('compiling');
});

it('shows the figures of a device that are known, and no others', () => {
  const device = {
    utilization: 0.711,
    sm_efficiency: null,
    occupancy_percent: 43.2,
    is_occupancy_theoretical: false,
    tensor_core_share: 0.64,
    peak_memory_bytes: 3 * 2 ** 30,
    curve: { start_ns: 0, bucket_ns: 1, share: [] },
  };
  const card = {
    name: 'NVIDIA H100',
    memory_bytes: 80 * 2 ** 30,
    compute_capability: '9.0',
    multiprocessors: 132,
  };
  expect(
    text({ ...HOST_ONLY, device, environment: { ...HOST_ONLY.environment, devices: [card, card] } }).slice(2),
  ).toEqual([
    '71 % device busy',
    '43 % occupancy achieved',
    '64 % on tensor cores',
    '3.0 GiB of 80.0 GiB memory at peak',
    '2 × H100 80.0 GiB, 132 SMs',
  ]);
});

it('says so where no steps are marked, and nothing of what is unknown', () => {
  const steps = { count: 1, partial: 0, is_marked: false, mean_ns: 1.5e9, deviation_ns: null };
  expect(text({ ...HOST_ONLY, steps, split_ns: {} })).toEqual([
    '1.50 s recorded, no steps marked',
    '1,911  slices recorded',
  ]);
});
