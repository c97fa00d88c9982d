// Browser tests: two files at a time, each against a server of its own, as browsers mostly wait. The time-outs only end
// what hangs: a machine busy with other work takes many times as long, and is not wrong.
import { defineConfig } from 'vitest/config';
import { nativeCore } from '../native_core.ts';

export default defineConfig({
  // The native core of reports, which some tests run in Node.
  assetsInclude: nativeCore.assetsInclude,
  resolve: { alias: [nativeCore.alias] },
  test: {
    include: ['e2e/**/*.e2e.ts'],
    testTimeout: 480_000,
    hookTimeout: 480_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
  },
});
