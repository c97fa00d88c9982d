// Taking pictures is not a test, but needs the same stage: the README's, or those of the site by `pictures -- page_pictures`.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/pictures.ts', 'e2e/page_pictures.ts'],
    testTimeout: 900_000,
    expect: { poll: { timeout: 120_000, interval: 700 } },
  },
});
