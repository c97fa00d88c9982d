// How the page is built and how its logic tests run.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative, so that the page works below any path prefix.
  base: './',
  plugins: [svelte()],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // What the first paint needs is one file: a dozen small ones would wait for each other.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shell', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '/api': process.env['SIGHTLINE_URL'] ?? 'http://127.0.0.1:6006' } },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
