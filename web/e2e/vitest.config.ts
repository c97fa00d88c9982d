// Browser tests: two files at a time, each against a server of its own, as browsers mostly wait. The time-outs only end
// what hangs: a machine busy with other work takes many times as long, and is not wrong.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
  },
});
