// Making the README's pictures is not a test, but needs the same stage.
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['e2e/pictures.ts'], testTimeout: 120_000 } });
