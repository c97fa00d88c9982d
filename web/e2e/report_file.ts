// A report of a log folder for tests: made by `sightline share`, read in Node as the page reads it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Entries } from '../src/data/packed/entries.ts';
import type { Header } from '../src/data/packed/header.ts';
import { PackedProvider } from '../src/data/packed/packed_provider.ts';
import { PYTHON } from './stage.ts';

/** Share all of a log folder; returns the path of the report beside it. */
export function share(folder: string, name: string, ...options: string[]): string {
  const path = `${folder}-${name}`;
  execFileSync(PYTHON, ['-m', 'sightline', 'share', folder, '-o', path, ...options], { stdio: 'pipe' });
  return path;
}

/** The provider that the page of this file would have. */
export function providerOf(path: string): PackedProvider {
  const text = readFileSync(path, 'utf8');
  const header = JSON.parse(between(text, 'id="sightline-report">')) as Header;
  const data = new Uint8Array(Buffer.from(between(text, 'id="sightline-data">'), 'base64'));
  return new PackedProvider(
    new Entries({
      header,
      bytes: ({ at = 0, size }) => Promise.resolve(data.slice(at, at + size)),
      url: ({ at }) => join(path, String(at)),
    }),
  );
}

function between(text: string, begin: string): string {
  const at = text.lastIndexOf(begin) + begin.length;
  return text.slice(at, text.indexOf('</script>', at));
}
