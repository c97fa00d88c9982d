// The whole view as a link, and back: what equals the default is left out, what cannot be read is the default.
import { frontCode, frontDecode } from './runs/front_coding.ts';

/** `tag:…` is another scalar. */
export type XAxis = 'step' | 'relative' | 'wall' | `tag:${string}`;
export type YScale = 'linear' | 'log' | 'symlog';
export type SmoothingKind = 'ema' | 'window' | 'gaussian';
/** Runs one after the other, or as a tree by folder. */
export type RunOrder = 'flat' | 'tree';
export type Band = 'std' | 'stderr' | 'minmax' | 'quantile' | 'none';

export interface ViewState {
  page: string;
  runFilter: string;
  /** Names of runs listed beside those that the filter matches. */
  alsoListed: readonly string[];
  tagFilter: string;
  /** Names of runs that are not drawn. */
  hidden: readonly string[];
  /** If set, only these runs are drawn; kept instead of `hidden` when it is the shorter list. */
  only: readonly string[] | null;
  pinnedRuns: readonly string[];
  baseline: string | null;
  smoothingKind: SmoothingKind;
  /** `auto`: by the points per pixel of each chart. */
  smoothing: number | 'auto';
  x: XAxis;
  xScale: YScale;
  y: YScale;
  yRange: readonly [number, number] | null;
  sharedY: boolean;
  raw: boolean;
  /** Leave the outermost values out of the y range; they are drawn beyond its edge. */
  outliers: boolean;
  superseded: boolean;
  linked: boolean;
  perRow: number;
  cardHeight: number;
  pinnedTags: readonly string[];
  closed: readonly string[];
  zoom: readonly [number, number] | null;
  expanded: string | null;
  mode: 'curves' | 'table' | 'facets';
  sort: string;
  descending: boolean;
  columns: readonly string[] | null;
  runOrder: RunOrder;
  /** Folders and groups of the run list that are not as they are at first: open, with sub-runs closed. */
  folds: readonly string[];
  /** Whether runs that somebody put aside are listed too. */
  aside: boolean;
  groupBy: string;
  /** What colors mean: see `coloring.ts`. */
  colorBy: string;
  band: Band;
  step: number | null;
  /** What single pages remember, by page and name. */
  own: Readonly<Record<string, string>>;
}

export const DEFAULTS: ViewState = {
  page: 'scalars',
  runFilter: '',
  alsoListed: [],
  tagFilter: '',
  hidden: [],
  only: null,
  pinnedRuns: [],
  baseline: null,
  smoothingKind: 'ema',
  smoothing: 'auto',
  x: 'step',
  xScale: 'linear',
  y: 'linear',
  yRange: null,
  sharedY: false,
  raw: true,
  outliers: true,
  superseded: false,
  linked: true,
  perRow: 3,
  cardHeight: 196,
  pinnedTags: [],
  closed: [],
  zoom: null,
  expanded: null,
  mode: 'curves',
  sort: 'name',
  descending: false,
  columns: null,
  runOrder: 'flat',
  folds: [],
  aside: false,
  groupBy: '',
  colorBy: '',
  band: 'std',
  step: null,
  own: {},
};

type Codec<T> = { name: string; write(value: T): string; read(text: string): T | undefined };

const text = (name: string): Codec<string> => ({ name, write: (v) => v, read: (t) => t });
const flag = (name: string): Codec<boolean> => ({
  name,
  write: (v) => (v ? '1' : '0'),
  read: (t) => (t === '1' ? true : t === '0' ? false : undefined),
});
const number = (name: string, low: number, high: number): Codec<number> => ({
  name,
  write: String,
  read: (t) => {
    const value = t === '' ? NaN : Number(t);
    return value >= low && value <= high ? value : undefined;
  },
});
const choice = <T extends string>(name: string, choices: readonly T[]): Codec<T> => ({
  name,
  write: (v) => v,
  read: (t) => choices.find((one) => one === t),
});
// Names may hold commas; each is escaped before it is joined, and the whole again by URLSearchParams.
const list = (name: string): Codec<readonly string[]> => ({
  name,
  write: (v) => v.map((one) => one.replaceAll('~', '~0').replaceAll(',', '~1')).join(','),
  read: (t) => (t === '' ? [] : t.split(',').map((one) => one.replaceAll('~1', ',').replaceAll('~0', '~'))),
});
// Of thousands of names most begin as the one before: then only the rest is written, after the length of what is the same.
const MANY = 40;
const names = (name: string): Codec<readonly string[]> => {
  const plain = list(name);
  return {
    name,
    write: (v) => (v.length > MANY ? `~f,${plain.write(frontCode(v))}` : plain.write(v)),
    read: (t) => (t.startsWith('~f,') ? frontDecode(plain.read(t.slice(3)) ?? []) : plain.read(t)),
  };
};
const pair = (name: string): Codec<readonly [number, number]> => ({
  name,
  write: ([a, b]) => `${String(a)},${String(b)}`,
  read: (t) => {
    const [a, b, ...rest] = t.split(',').map(Number);
    return rest.length === 0 && a !== undefined && b !== undefined && a < b ? [a, b] : undefined;
  },
});
const maybe = <T>(codec: Codec<T>): Codec<T | null> => ({
  name: codec.name,
  write: (v) => (v === null ? '' : codec.write(v)),
  read: (t) => codec.read(t),
});

const weight = number('smooth', 0, 0.9999);

const CODECS: { [K in Exclude<keyof ViewState, 'page' | 'own'>]: Codec<ViewState[K]> } = {
  runFilter: text('runs'),
  alsoListed: names('also'),
  tagFilter: text('tags'),
  hidden: names('hide'),
  only: maybe(names('only')),
  pinnedRuns: list('top'),
  baseline: maybe(text('base')),
  smoothingKind: choice('smoother', ['ema', 'window', 'gaussian']),
  smoothing: {
    name: 'smooth',
    write: String,
    read: (t) => (t === 'auto' ? 'auto' : weight.read(t)),
  },
  x: {
    name: 'x',
    write: (v) => v,
    read: (t) =>
      ['step', 'relative', 'wall'].includes(t) || t.startsWith('tag:') ? (t as XAxis) : undefined,
  },
  xScale: choice('xscale', ['linear', 'log', 'symlog']),
  y: choice('y', ['linear', 'log', 'symlog']),
  yRange: maybe(pair('yrange')),
  sharedY: flag('sharey'),
  raw: flag('raw'),
  outliers: flag('outliers'),
  superseded: flag('old'),
  linked: flag('linked'),
  perRow: number('cols', 1, 8),
  cardHeight: number('height', 120, 800),
  pinnedTags: list('pin'),
  closed: list('closed'),
  zoom: maybe(pair('zoom')),
  expanded: maybe(text('card')),
  mode: choice('mode', ['curves', 'table', 'facets']),
  sort: text('sort'),
  descending: flag('desc'),
  columns: maybe(list('show')),
  runOrder: choice('list', ['flat', 'tree']),
  folds: list('folds'),
  aside: flag('aside'),
  groupBy: text('group'),
  colorBy: text('color'),
  band: choice('band', ['std', 'stderr', 'minmax', 'quantile', 'none']),
  step: maybe(number('step', -1e18, 1e18)),
};
const OWN = 'o.';
const KEYS = Object.keys(CODECS) as (keyof typeof CODECS)[];

export function toHash(view: ViewState): string {
  const query = new URLSearchParams();
  for (const key of KEYS) {
    const codec = CODECS[key] as Codec<unknown>;
    // Everything that may be null is null by default.
    if (view[key] === null) continue;
    const written = codec.write(view[key]);
    if (DEFAULTS[key] === null || written !== codec.write(DEFAULTS[key])) query.set(codec.name, written);
  }
  for (const [name, value] of Object.entries(view.own)) query.set(OWN + name, value);
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
  return `#/${encodeURIComponent(view.page)}${text ? `?${text}` : ''}`;
}

export function fromHash(hash: string): ViewState {
  const [path = '', text = ''] = split(hash.replace(/^#\/?/, ''));
  const query = new URLSearchParams(text);
  const view: Record<string, unknown> = { ...DEFAULTS, page: decode(path) || DEFAULTS.page };
  for (const key of KEYS) {
    const codec = CODECS[key] as Codec<unknown>;
    const written = query.get(codec.name);
    const value = written === null ? undefined : codec.read(written);
    if (value !== undefined) view[key] = value;
  }
  view['own'] = Object.fromEntries(
    [...query]
      .filter(([name]) => name.startsWith(OWN))
      .map(([name, value]) => [name.slice(OWN.length), value]),
  );
  return view as unknown as ViewState;
}

function split(hash: string): [string, string] {
  const at = hash.indexOf('?');
  return at < 0 ? [hash, ''] : [hash.slice(0, at), hash.slice(at + 1)];
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
