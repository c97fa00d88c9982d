// Texts of a report: a search over all of them, whole ones and the last ones, made from the recorded values.
import type { Queries } from '../shapes.ts';
import { jsonBytes } from './answers.ts';
import type { Params } from './keys.ts';
import type { Recorded } from './recorded.ts';

type Texts = Queries['text'];

interface TextValue {
  index: number;
  step: number;
  wall_time: number;
  strings: string[];
}

interface Place {
  run: number;
  tag: string;
  index: number;
}

/** As on the server (kinds/text/search.py). */
const MAX_HITS = 200;
const MAX_SNIPPETS = 3;
const AROUND = 48;
const DEFAULT_TAIL_CHARS = 20_000;

/** Values that contain the text, tag by tag, newest step first; `after` is where a full answer stopped. */
export async function searchTexts(recorded: Recorded, params: Texts['search']): Promise<ArrayBuffer> {
  const pattern = new RegExp(escaped(params.text), params.match_case ? 'gu' : 'giu');
  const hits: unknown[] = [];
  let nValues = 0;
  let nUnread = 0;
  let last: Place | null = null;
  for (const place of await places(recorded, params)) {
    if (hits.length >= MAX_HITS)
      return jsonBytes({ hits, n_values: nValues, n_unread: nUnread, after: last });
    last = place;
    nValues += 1;
    const value = await textAt(recorded, place);
    if (!value) nUnread += 1;
    const found = value && matches(pattern, (await wholeTexts(recorded, place)) ?? []);
    if (value && found?.n_matches)
      hits.push({ ...place, step: value.step, wall_time: value.wall_time, ...found });
  }
  return jsonBytes({ hits, n_values: nValues, n_unread: nUnread, after: null });
}

/** The last values in order, as many as have about so many characters together. */
export async function lastTexts(recorded: Recorded, params: Texts['tail']): Promise<ArrayBuffer> {
  const { run, tag, n_chars = DEFAULT_TAIL_CHARS } = params;
  const all = await recorded.places('text', [run], [tag]);
  const values: string[] = [];
  let nChars = 0;
  for (const place of all.reverse()) {
    const text = (await wholeTexts(recorded, place))?.join('\n') ?? '';
    nChars += text.length;
    if (values.length && nChars > n_chars) break;
    values.unshift(text);
  }
  return jsonBytes({ values, n_before: all.length - values.length });
}

/** All of a value as plain text. */
export async function rawText(recorded: Recorded, params: Texts['raw']): Promise<ArrayBuffer | null> {
  const strings = await wholeTexts(recorded, params as Place);
  return strings && new TextEncoder().encode(strings.join('\n')).buffer;
}

/** The addresses of texts, which are wanted at once: known from when their value was shown. */
export class TextAddresses {
  readonly #urls = new Map<string, string>();

  constructor(readonly recorded: Recorded) {}

  async shown({ run, tag, index }: Params): Promise<void> {
    const place = { run, tag, index } as unknown as Place;
    const key = JSON.stringify(place);
    const text = this.#urls.has(key) ? null : await rawText(this.recorded, place);
    if (text) this.#urls.set(key, URL.createObjectURL(new Blob([text], { type: 'text/plain' })));
  }

  of({ run, tag, index }: Params): string | null {
    return this.#urls.get(JSON.stringify({ run, tag, index })) ?? null;
  }
}

/** The strings of a value; of one that is too long to be shown, all of it as one. */
async function wholeTexts(recorded: Recorded, place: Place): Promise<string[] | null> {
  const all = await recorded.answer({ kind: 'text', query: 'raw', params: { ...place } });
  if (all) return [new TextDecoder().decode(all)];
  return (await textAt(recorded, place))?.strings ?? null;
}

async function textAt(recorded: Recorded, place: Place): Promise<TextValue | null> {
  return recorded.json<TextValue>({ kind: 'text', query: 'item', params: { ...place } });
}

async function places(recorded: Recorded, params: Texts['search']): Promise<Place[]> {
  const { after } = params;
  const all = await recorded.places('text', params.runs ?? null, params.tags ?? null);
  all.sort((a, b) => inOrder(a, b) || b.index - a.index);
  if (!after) return all;
  return all.filter((each) => {
    const order = inOrder(each, after);
    return order > 0 || (order === 0 && each.index < after.index);
  });
}

function inOrder(a: Place, b: Place): number {
  return a.tag === b.tag ? a.run - b.run : a.tag < b.tag ? -1 : 1;
}

function matches(pattern: RegExp, strings: readonly string[]): { n_matches: number; snippets: string[][] } {
  let n = 0;
  const snippets: string[][] = [];
  for (const string of strings)
    for (const { 0: match, index } of string.matchAll(pattern)) {
      n += 1;
      if (snippets.length >= MAX_SNIPPETS) continue;
      const end = index + match.length;
      snippets.push([
        string.slice(Math.max(0, index - AROUND), index),
        match,
        string.slice(end, end + AROUND),
      ]);
    }
  return { n_matches: n, snippets };
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}
