// How the page is built as one file: the template of a report, with all code, styles and workers inside.
// docs/design/0006-reports.md says which markers it has and what replaces them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { nativeCore } from './native_core.ts';
import { isLineCard, isRunList, isScalarsPage, isShell, partsWith, type ModuleGraph } from './page_parts.ts';
import { partOf, reportPage } from './report_page.ts';

/** Its module would be half of every report; projections that were computed are in it. */
const UMAP = fileURLToPath(new URL('src/kinds/embedding/no_umap.ts', import.meta.url));
const ICON = readFileSync(new URL('public/icon.svg', import.meta.url));

/** Workers come as text inside the code: a page from `file://` may not load another file. */
function inlineWorkers(): Plugin {
  const made = /new Worker\(\s*new URL\('([^']+)', import\.meta\.url\),\s*\{[^}]*\}\s*\)/g;
  return {
    name: 'inline-workers',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('new Worker(')) return null;
      const imports: string[] = [];
      const changed = code.replace(made, (_, path: string) => {
        imports.push(`import InlineWorker${String(imports.length)} from '${path}?worker&inline';`);
        return `new InlineWorker${String(imports.length - 1)}()`;
      });
      return { code: `${imports.join('')}${changed}`, map: null };
    },
  };
}

/** Puts code and styles into the page, with a policy that allows just these. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const chunks = files.flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const styles = files.flatMap((file) =>
        file.fileName.endsWith('.css') && file.type === 'asset' ? [text(file.source)] : [],
      );
      for (const name of Object.keys(bundle)) Reflect.deleteProperty(bundle, name);
      const source = reportPage({
        parts: chunks.map(partOf),
        styles: styles.join('\n'),
        notices: licenses(chunks.flatMap(({ moduleIds }) => moduleIds)),
        icon: ICON.toString('base64'),
      });
      this.emitFile({ type: 'asset', fileName: 'report.html', source });
    },
  };
}

/** What the first chart needs is one part of the code; the others are unpacked and run when they are asked for. */
function atStart(id: string, graph: ModuleGraph): string | null {
  const parts = partsWith(id, graph);
  const isFirst = (part: string): boolean =>
    [isShell, isRunList, isLineCard, isScalarsPage, isOpening].some((is) => is(part));
  return parts.length === 0 || parts.some(isFirst) ? 'first' : null;
}

const isOpening = (id: string): boolean => id.endsWith('/src/app/open_report.ts');

const text = (source: string | Uint8Array): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source);

/** The license of every package whose code is in the file. */
function licenses(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []),
  );
  return [...folders].sort().map(notice).join('\n\n');
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const file = existsSync(folder) ? readdirSync(folder).find((each) => /^licen[cs]e/i.test(each)) : undefined;
  const body = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  return `${String(name)} ${String(version)} (${String(license)})${body}`;
}

export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  base: './',
  assetsInclude: nativeCore.assetsInclude,
  publicDir: false,
  resolve: { alias: [nativeCore.alias, { find: 'embedding-atlas/umap', replacement: UMAP }] },
  // Not as modules: Chromium refuses those to a page from `file://`, whose blobs have no origin.
  worker: { format: 'iife' },
  plugins: [inlineWorkers(), svelte(), oneFile()],
  build: {
    target: 'es2022',
    emptyOutDir: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/app/main.ts',
      // Vite's preloads name `import.meta`; a page without files has none.
      checks: { emptyImportMeta: false },
      output: {
        format: 'cjs', // Side by side: a part is asked for by its file's name.
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        codeSplitting: { groups: [{ name: atStart }] },
      },
    },
  },
} as Parameters<typeof defineConfig>[0]);
