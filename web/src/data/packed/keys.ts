// The key of a question in a report: its path, spelled in one way however it was asked. `share/keys.py` does the same;
// both are tested with tests/support/report_keys.json.

export type Params = Record<string, unknown>;
export type Defaults = Readonly<Record<string, Params>>;

/** A question about a kind's data. */
export interface KindQuestion {
  kind: string;
  query: string;
  params: Params;
}

/** The key of a path below `api/v1/`; `body` is what POST sends in place of parameters. */
export function keyOf(path: string, defaults: Defaults, body?: Params): string {
  const question = questionOf(path, body);
  if (question) return kindKey(question, defaults);
  const [place = '', search = ''] = split(path);
  const sorted = [...new URLSearchParams(search)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const words = sorted.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return words.length ? `${place}?${words.join('&')}` : place;
}

export function kindKey({ kind, query, params }: KindQuestion, defaults: Defaults): string {
  const known = defaults[`${kind}/${query}`] ?? {};
  const told = Object.entries(params).filter(
    ([name, value]) => !(name in known) || canonical(value) !== canonical(known[name]),
  );
  return `kinds/${kind}/${query}?params=${encodeURIComponent(canonical(Object.fromEntries(told)))}`;
}

/** The question that a path asks; null where it is not about a kind. */
export function questionOf(path: string, body?: Params): KindQuestion | null {
  const [place = '', search = ''] = split(path);
  const [, kind, query] = /^kinds\/([^/]+)\/([^/]+)$/.exec(place) ?? [];
  if (kind === undefined || query === undefined) return null;
  const given = new URLSearchParams(search).get('params');
  return { kind, query, params: body ?? (given === null ? {} : (JSON.parse(given) as Params)) };
}

/** JSON with sorted members and without null ones. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, held]) => held !== null && held !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join(',')}}`;
}

function split(path: string): string[] {
  const at = path.indexOf('?');
  return at < 0 ? [path] : [path.slice(0, at), path.slice(at + 1)];
}
