// The whole view as a link, and back: what equals the default is left out, what cannot be read is the default.
import { choice, flag, list, maybe, names, number, pair, text, type Codec } from './address_codecs.ts';
import type { ViewState, XAxis } from './view.ts';

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
