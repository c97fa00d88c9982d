// How the page is built and how its logic tests run.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { nativeCore } from './native_core.ts';
import { isLineCard, isRunList, isScalarsPage, isShell, partsWith, type ModuleGraph } from './page_parts.ts';

/** A module that so many parts of the page need comes with the shell. */
const SHARED_BY = 9;

/** What a first paint needs comes in few files, all at once: many small ones would wait for each other. */
const CHUNKS = [
  { name: 'entry', tags: ['$initial'] },
  { name: withShell },
  { name: withRunList },
  { name: withLineOptions },
  { name: 'lines', test: isLineCard },
];

/** The shell's chunk for what the shell needs, or many parts do; else null. */
function withShell(id: string, graph: ModuleGraph): string | null {
  const parts = partsWith(id, graph);
  const isNeeded = parts.some(isShell);
  const isBetween = parts.some(isRunList) && parts.some(isLineCard);
  return isNeeded || isBetween || parts.length >= SHARED_BY ? 'shell' : null;
}

/** What the run list shares with other parts: one file, which every page loads. */
function withRunList(id: string, graph: ModuleGraph): string | null {
  const parts = partsWith(id, graph);
  return parts.length > 1 && parts.some(isRunList) ? 'runs' : null;
}

/** What the page of scalars shares with other pages of line charts: one file. */
function withLineOptions(id: string, graph: ModuleGraph): string | null {
  const parts = partsWith(id, graph);
  return parts.length > 1 && parts.some(isScalarsPage) ? 'line_options' : null;
}

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

/** The package exports it only together with its views, which are eight times as large. */
const UMAP = fileURLToPath(new URL('node_modules/embedding-atlas/dist/umap.js', import.meta.url));

export default defineConfig({
  // Relative, so that the page works below any path prefix.
  base: './',
  assetsInclude: nativeCore.assetsInclude,
  resolve: { alias: [nativeCore.alias, { find: 'embedding-atlas/umap', replacement: UMAP }] },
  worker: { format: 'es' },
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
  // Tests leave nothing behind: one process for many files saves most of their time.
  test: { include: ['src/**/*.test.ts'], isolate: false },
} as Parameters<typeof defineConfig>[0]);
