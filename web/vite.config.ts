// How the page is built and how its logic tests run.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

/** What a first paint needs comes in few files, all at once: many small ones would wait for each other. */
const CHUNKS = [
  { name: 'entry', tags: ['$initial'] },
  { name: 'shell', test: /\/app\/shell\.ts$/ },
  { name: 'public', test: /\/src\/(public|data|widgets)\/|\/scalar\/smoothing\.ts$|\/charts\/(format|lines|marks|nice_ticks|paintings|sheet|ticks)\.ts$/ },
  { name: 'lines', test: /\/kinds\/scalar\/ScalarCard\.svelte$/ },
];

/** Has the browser fetch the shell together with the entry, which is going to ask for it. */
function preloadShell(): Plugin {
  return {
    name: 'preload-shell',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const shell = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'shell');
        if (shell?.type !== 'chunk') return [];
        const css = [...(shell.viteMetadata?.importedCss ?? [])];
        return [link('modulepreload', shell.fileName), ...css.map((file) => link('stylesheet', file))];
      },
    },
  };
}

const link = (rel: string, file: string): HtmlTagDescriptor => ({ tag: 'link', injectTo: 'head', attrs: { rel, crossorigin: true, href: `./${file}` } });

export default defineConfig({
  // Relative, so that the page works below any path prefix.
  base: './',
  plugins: [svelte(), preloadShell()],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS.map((chunk, i) => ({ ...chunk, priority: CHUNKS.length - i })) } } },
  },
  server: { proxy: { '/api': process.env['SIGHTLINE_URL'] ?? 'http://127.0.0.1:6006' } },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
