// How the page is built as one file: the template of a report, with all code, styles and workers inside.
// docs/design/0006-reports.md says which markers it has and what replaces them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { nativeCore } from './native_core.ts';

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

/** Puts script and styles into the page, with a policy that allows just these. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const chunks = files.flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const [script, ...others] = chunks;
      if (!script || others.length) this.error('the code of a report must be one file');
      const styles = files.flatMap((file) =>
        file.fileName.endsWith('.css') && file.type === 'asset' ? [text(file.source)] : [],
      );
      for (const name of Object.keys(bundle)) Reflect.deleteProperty(bundle, name);
      const source = page(withoutPreloads(script.code), styles.join('\n'), licenses(script.moduleIds));
      this.emitFile({ type: 'asset', fileName: 'report.html', source });
    },
  };
}

const text = (source: string | Uint8Array): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source);

/** Vite leaves a mark where parts of a page would be loaded ahead; here there are none. */
const withoutPreloads = (code: string): string => code.replaceAll('__VITE_PRELOAD__', 'void 0');

/** Unpacks the code while the rest of the page is read, and then runs it; the policy knows both by their hashes. */
const LOADER = `
(async () => {
  const packed = document.getElementById('sightline-code').textContent;
  // The browser decodes an address in a twentieth of the time that a loop takes.
  const { body } = await fetch('data:application/gzip;base64,' + packed);
  const stream = body.pipeThrough(new DecompressionStream('gzip'));
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = await new Response(stream).text();
  if (document.readyState === 'loading')
    await new Promise((read) => document.addEventListener('DOMContentLoaded', read, { once: true }));
  document.head.append(script);
})();
`;

const hash = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

function page(script: string, styles: string, notices: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hash(LOADER)} ${hash(script)} 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src blob: data:',
    'media-src blob: data:',
    'font-src data:',
    'connect-src blob: data:',
    'worker-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width,initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title><!--sightline:title--></title>
    <link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${ICON.toString('base64')}" />
    <style>${styles.replaceAll('</style', String.raw`<\/style`)}</style>
    <script type="text/plain" id="sightline-licenses">${notices.replaceAll('<', '&lt;')}</script>
    <script type="text/plain" id="sightline-code">${gzipSync(script, { level: 9 }).toString('base64')}</script>
    <script>${LOADER}</script>
  </head>
  <body>
    <div id="app"></div>
    <!--sightline:report-->
    <!--sightline:data-->
  </body>
</html>
`;
}

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
    rolldownOptions: { input: 'src/app/main.ts', output: { codeSplitting: false } },
  },
} as Parameters<typeof defineConfig>[0]);
