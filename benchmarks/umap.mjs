// UMAP as the page computes it, without the page: neighbors from files to places in a file, for benchmarks/projector.py.
//
//   node benchmarks/umap.mjs FOLDER K      reads indices.i32 and distances.f32, writes places.f32 (x and y of each point)
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, k] = [process.argv[2], Number(process.argv[3])];
const web = new URL('../web/', import.meta.url);
const ts = createRequire(new URL('package.json', web))('typescript');

/** The page's own module, without types, and with the package by its place. */
async function pageUmap() {
  const source = readFileSync(new URL('src/kinds/embedding/umap.ts', web), 'utf8');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  const path = join(folder, 'umap.mjs');
  const atlas = new URL('node_modules/embedding-atlas/dist/umap.js', web).href;
  writeFileSync(path, outputText.replace('embedding-atlas/umap', atlas));
  return import(path);
}

const { runUmap, usualEpochs } = await pageUmap();
const numbers = (name, Type) => new Type(new Uint8Array(readFileSync(join(folder, name))).buffer);
const indices = numbers('indices.i32', Int32Array);
const distances = numbers('distances.f32', Float32Array);
const options = { dimensions: 2, minDist: 0.1, nEpochs: usualEpochs(indices.length / k), seed: 0 };
let positions = new Float32Array(0);
for await (const frame of runUmap({ indices, distances, k }, options)) positions = frame.positions;
writeFileSync(
  join(folder, 'places.f32'),
  positions.filter((_, i) => i % 3 < 2),
);
