// Browser tests: one file after the other, each against servers of its own. A busy machine may make a browser miss
// its moment once; what fails twice is wrong.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    retry: 1,
  },
});
