// The view: everything a link holds. The address bar follows it, and it follows the address bar.

/** `tag:…` is another scalar. */
export type XAxis = 'step' | 'relative' | 'wall' | `tag:${string}`;
export type YScale = 'linear' | 'log' | 'symlog';
export type SmoothingKind = 'ema' | 'window' | 'gaussian';
/** Runs one after the other, or as a tree by folder. */
export type RunOrder = 'flat' | 'tree';
export type Band = 'std' | 'stderr' | 'minmax' | 'quantile' | 'none';

/** What a link holds. Lists are replaced, never changed in place. */
export interface ViewState {
  page: string;
  runFilter: string;
  /** Names of runs listed beside those that the filter matches. */
  alsoListed: readonly string[];
  tagFilter: string;
  /** Names of runs that are not drawn. */
  hidden: readonly string[];
  /** If set, only these runs are drawn; used instead of `hidden` when it is the shorter list. */
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
  /** Whether archived runs are listed too. */
  aside: boolean;
  groupBy: string;
  /** What colors mean: see `coloring.ts`. */
  colorBy: string;
  band: Band;
  step: number | null;
  /** What single pages remember, by page and name. */
  own: Readonly<Record<string, string>>;
}

export interface View {
  /** Reactive, field by field. Change it by `set`. */
  readonly state: ViewState;

  set(change: Partial<ViewState>): void;
  /** Add a name to a list of the state, or remove it. */
  toggle(key: 'hidden' | 'pinnedRuns' | 'pinnedTags' | 'closed' | 'folds', name: string): void;
  /** Go to another page, optionally to one of its cards. What was set before stays with the page that is left; set what the other is to show after it. */
  go(page: string, card?: string | null): void;

  /** A setting of one page, by a name that begins with the page's slug: `images.compare`. */
  own(name: string): string | undefined;
  /** Change settings of a page; undefined resets one to its default. */
  setOwn(change: Readonly<Record<string, string | undefined>>): void;

  /** The link to what is on screen now. */
  link(): string;
}
