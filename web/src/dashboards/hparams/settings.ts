// What the page remembers in the address: each setting by one name, written as JSON, and its default where it cannot be read.
import type { AxisScale } from '../../charts/base/axis_scale.ts';
import type { Filters } from '../../kinds/hparams/filters.ts';
import type { SortKey } from '../../kinds/hparams/order.ts';
import type { Metric } from '../../kinds/hparams/trials.ts';

export const VIEWS = ['overview', 'table', 'parallel', 'scatter', 'matrix'] as const;
export type ViewName = (typeof VIEWS)[number];

export interface Settings {
  view: ViewName;
  /** null: what the logs declare, or what looks like judging. The first one is what the page is about. */
  metrics: readonly Metric[] | null;
  /** Whether lower or higher is better, where the name does not tell. */
  goal: 'lower' | 'higher' | null;
  /** In the filter language. */
  filter: string;
  filters: Filters;
  sort: readonly SortKey[] | null;
  constants: boolean;
  hidden: readonly string[];
  order: readonly string[];
  pinned: readonly string[];
  /** Columns with a color scale; null: the first metric. */
  scaled: readonly string[] | null;
  /** Columns of the parallel axes and of the matrix, in order; null: what differs, metrics last. */
  axes: readonly string[] | null;
  scales: Readonly<Record<string, AxisScale>>;
  /** Axes that a person turned round. */
  flipped: readonly string[];
  color: string | null;
  x: string | null;
  y: string | null;
  size: string | null;
  trend: boolean;
  grouped: boolean;
  /** Runs without hyperparameters have rows too. */
  allRuns: boolean;
}

export const DEFAULTS: Settings = {
  view: 'overview',
  metrics: null,
  goal: null,
  filter: '',
  filters: {},
  sort: null,
  constants: false,
  hidden: [],
  order: [],
  pinned: [],
  scaled: null,
  axes: null,
  scales: {},
  flipped: [],
  color: null,
  x: null,
  y: null,
  size: null,
  trend: true,
  grouped: true,
  allRuns: false,
};

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTruth: Check = (value) => typeof value === 'boolean';
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSpan: Check = (value) =>
  Array.isArray(value) && value.length === 2 && value.every((end) => typeof end === 'number' || end === null);
const oneOf =
  (words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string);
const isMetric: Check = (value) => isRecord(value) && isText(value['tag']);
const isSortKey: Check = (value) => isRecord(value) && isText(value['id']) && isTruth(value['descending']);

const CHECKS: Readonly<Record<keyof Settings, Check>> = {
  view: oneOf(VIEWS),
  metrics: (value) => Array.isArray(value) && value.length > 0 && value.every(isMetric),
  goal: oneOf(['lower', 'higher']),
  filter: isText,
  filters: (value) =>
    isRecord(value) &&
    Object.values(value).every((one) => isTexts(one) || (Array.isArray(one) && one.every(isSpan))),
  sort: (value) => Array.isArray(value) && value.every(isSortKey),
  constants: isTruth,
  hidden: isTexts,
  order: isTexts,
  pinned: isTexts,
  scaled: isTexts,
  axes: isTexts,
  scales: (value) =>
    isRecord(value) && Object.values(value).every(oneOf(['linear', 'log', 'quantile', 'category'])),
  flipped: isTexts,
  color: isText,
  x: isText,
  y: isText,
  size: isText,
  trend: isTruth,
  grouped: isTruth,
  allRuns: isTruth,
};

export const PREFIX = 'hparams.';

/** One setting out of the text in the address; its default where that says nothing or nonsense. */
export function readSetting<K extends keyof Settings>(key: K, text: string | undefined): Settings[K] {
  const value = text === undefined ? undefined : parsed(text);
  if (value === undefined || !CHECKS[key](value)) return DEFAULTS[key];
  return (key === 'filters' ? openEnds(value as Filters) : value) as Settings[K];
}

/** Entries for the address; what equals its default is taken away. */
export function writeSettings(change: Partial<Settings>): Record<string, string | undefined> {
  return Object.fromEntries(
    (Object.keys(change) as (keyof Settings)[]).map((key) => {
      const text = written(change[key]);
      return [PREFIX + key, text === written(DEFAULTS[key]) ? undefined : text];
    }),
  );
}

/** Words stay as they are, so that links can be read; the rest is JSON, in which an open end of a range is null. */
function written(value: unknown): string {
  return typeof value === 'string' && parsed(value) === value ? value : JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function openEnds(filters: Filters): Filters {
  const span = (one: unknown): unknown =>
    Array.isArray(one) ? [one[0] ?? -Infinity, one[1] ?? Infinity] : one;
  return Object.fromEntries(Object.entries(filters).map(([id, filter]) => [id, filter.map(span)])) as Filters;
}
