// How the page is built and how its logic tests run.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

/** What a first paint needs comes in few files, all at once: many small ones would wait for each other. */
const CHUNKS = [
  { name: 'entry', tags: ['$initial'] },
  {
    name: 'shell',
    test: /\/app\/shell\.ts$|\/src\/(public\/(?!curves|steps\/(run_lists|logged)|cards\/MoreRuns|runs\/RunChips)|data\/(?!curves|items|files)|widgets\/)|\/scalar\/options\/smoothing\.ts$|\/charts\/(base\/(format|nice_ticks|ticks)|lines\/(lines|marks)|export\/(paintings|sheet))\.ts$/,
  },
  { name: 'lines', test: /\/kinds\/scalar\/ScalarCard\.svelte$/ },
];

/** Has the browser fetch together with the entry what that is going to ask for on every page. */
function preload(names: readonly string[]): Plugin {
  return {
    name: 'preload',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((file) => {
          if (file.type !== 'chunk' || !names.includes(file.name)) return [];
          const css = [...(file.viteMetadata?.importedCss ?? [])];
          return [link('modulepreload', file.fileName), ...css.map((name) => link('stylesheet', name))];
        }),
    },
  };
}

const link = (rel: string, file: string): HtmlTagDescriptor => ({
  tag: 'link',
  injectTo: 'head',
  attrs: { rel, crossorigin: true, href: `./${file}` },
});

export default defineConfig({
  // Relative, so that the page works below any path prefix.
  base: './',
  plugins: [svelte(), preload(['rolldown-runtime', 'shell'])],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS.map((chunk, i) => ({ ...chunk, priority: CHUNKS.length - i })) },
      },
    },
  },
  server: { proxy: { '/api': process.env['SIGHTLINE_URL'] ?? 'http://127.0.0.1:6006' } },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
