// The page of a report as text: its code in parts, each of which is unpacked and run when it is first asked for, and a
// policy that allows just these. docs/design/0006-reports.md says which markers it has.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** A file of the built page, in the form of CommonJS. */
interface Chunk {
  fileName: string;
  code: string;
  imports: readonly string[];
  isEntry: boolean;
}

/** Code as a script that puts a function under the part's name, and the parts it needs. */
interface Part {
  name: string;
  script: string;
  needs: readonly string[];
  isEntry: boolean;
}

interface Contents {
  parts: readonly Part[];
  styles: string;
  notices: string;
  icon: string;
}

export function partOf({ fileName, code, imports, isEntry }: Chunk): Part {
  const asked = code
    // Vite leaves a mark where parts of a page would be loaded ahead; here there is nothing to load.
    .replaceAll('__VITE_PRELOAD__', 'void 0')
    // What `import()` has become is asked for; the rest is there when the part runs.
    .replaceAll(
      /\bPromise\.resolve\(\)\.then\(\(\)=>require\((["'`])\.\/([^"'`]+)\1\)\)/g,
      'sightlinePart("$2")',
    )
    .replaceAll(/\brequire\(\s*(["'`])\.\/([^"'`]+)\1\s*\)/g, 'require("$2")');
  // In parentheses a function is compiled with the script, not once more when it is called.
  const script = `sightlinePart.code[${JSON.stringify(fileName)}]=((require,exports)=>{${asked}\n});`;
  return { name: fileName, script, needs: imports, isEntry };
}

/** Gives parts of the code by name. The first is unpacked while the rest of the page is read, and run when all is there. */
const LOADER = `
const sightlinePart = (() => {
  const NEEDS = /*needs*/;
  const code = {}, made = {}, scripts = {};
  async function unpacked(name) {
    const packed = document.getElementById('sightline-code/' + name).textContent;
    // Where there is no function for it, the browser decodes an address in a twentieth of the time that a loop takes.
    const { body } = Uint8Array.fromBase64
      ? new Response(Uint8Array.fromBase64(packed))
      : await fetch('data:application/gzip;base64,' + packed);
    return new Response(body.pipeThrough(new DecompressionStream('gzip'))).text();
  }
  async function run(name) {
    const script = document.createElement('script');
    script.textContent = await unpacked(name);
    document.head.append(script);
  }
  const withNeeds = (name, known = new Set()) => {
    if (!known.has(name)) NEEDS[known.add(name) && name].forEach((other) => withNeeds(other, known));
    return [...known];
  };
  const ready = (name) => Promise.all(withNeeds(name).map((each) => (scripts[each] ??= run(each))));
  function exportsOf(name) {
    if (!made[name]) code[name](exportsOf, (made[name] = {}));
    return made[name];
  }
  const part = async (name) => (await ready(name), exportsOf(name));
  return Object.assign(part, { code, ready });
})();
(async () => {
  await sightlinePart.ready(/*entry*/);
  if (document.readyState === 'loading')
    await new Promise((read) => document.addEventListener('DOMContentLoaded', read, { once: true }));
  await sightlinePart(/*entry*/);
})();
`;

function loader(parts: readonly Part[]): string {
  const needs = Object.fromEntries(parts.map((part) => [part.name, part.needs]));
  const entry = JSON.stringify(parts.find(({ isEntry }) => isEntry)?.name);
  return LOADER.replace('/*needs*/', JSON.stringify(needs)).replaceAll('/*entry*/', entry);
}

const hash = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const packed = ({ name, script }: Part): string =>
  `<script type="text/plain" id="sightline-code/${name}">${gzipSync(script, { level: 9 }).toString('base64')}</script>`;

/** Fails where code asks for a part that there is not, or needs one that would not be there. */
function checkNames(parts: readonly Part[]): void {
  const known = new Set(parts.map(({ name }) => name));
  for (const { name, script, needs } of parts) {
    const asked = (call: RegExp): string[] => [...script.matchAll(call)].map(([, other = '']) => other);
    const missing = [
      ...asked(/\bsightlinePart\("([^"]+)"\)/g).filter((other) => !known.has(other)),
      ...asked(/\brequire\("([^"]+)"\)/g).filter((other) => !needs.includes(other)),
    ];
    if (missing.length) throw new Error(`${name} asks for ${missing.join(', ')}, which it would not get`);
  }
}

export function reportPage({ parts, styles, notices, icon }: Contents): string {
  checkNames(parts);
  const start = loader(parts);
  const policy = [
    "default-src 'none'",
    `script-src ${[start, ...parts.map(({ script }) => script)].map(hash).join(' ')} 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src blob: data:',
    'media-src blob: data:',
    'font-src data:',
    'connect-src blob: data:',
    'worker-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const first = new Set(parts.flatMap(({ name, needs, isEntry }) => (isEntry ? [name, ...needs] : [])));
  const code = (some: readonly Part[]): string => some.map(packed).join('\n    ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width,initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title><!--sightline:title--></title>
    <link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${icon}" />
    <style>${styles.replaceAll('</style', String.raw`<\/style`)}</style>
    ${code(parts.filter(({ name }) => first.has(name)))}
    <script>${start}</script>
    <script type="text/plain" id="sightline-licenses">${notices.replaceAll('<', '&lt;')}</script>
    ${code(parts.filter(({ name }) => !first.has(name)))}
  </head>
  <body>
    <div id="app"></div>
    <!--sightline:report-->
    <!--sightline:data-->
  </body>
</html>
`;
}
