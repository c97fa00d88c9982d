import { describe, expect, it } from 'vitest';
import { idleOf, verdictOf, type Launches, type LaunchStream } from './launches.ts';

const stream = (host_wait: number, other: number): LaunchStream => ({
  track: 0,
  name: 'stream 7',
  device: 'GPU 0',
  n_work: 1,
  n_launches: 1,
  start_ns: 0,
  span_ns: 1000,
  idle_ns: { host_wait, kernel_wait: 10, other },
  max_queue: 3,
});

const launches = (...streams: LaunchStream[]): Launches => ({
  streams,
  n_work: 1,
  n_launches: 1,
  delay: null,
  short: { count: 0, call_ns: 0, device_ns: 0, kernels: [] },
  slow_calls: { count: 0, worst: [] },
  late_work: { count: 0, worst: [] },
  gaps: [],
});

describe('launches', () => {
  it('add idle time up over its causes', () => {
    expect(idleOf(stream(200, 30))).toBe(240);
  });

  it('say what keeps the busiest stream idle', () => {
    expect(verdictOf(launches(stream(400, 30), stream(0, 900)))).toMatch(/waits for the host/);
    expect(verdictOf(launches(stream(20, 300)))).toMatch(/held back/);
    expect(verdictOf(launches(stream(10, 10)))).toMatch(/hardly ever idle/);
    expect(verdictOf(launches())).toBe('');
  });
});
