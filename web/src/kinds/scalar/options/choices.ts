// The choices that several places offer: toolbars, settings, options of a card. One list each, so that they never differ.
import type { Difference } from '../data/difference.ts';
import type { TipOrder } from '../chart/rows.ts';

interface Choice<T extends string> {
  value: T;
  text: string;
}

export const X_AXES = [
  { value: 'step', text: 'Step' },
  { value: 'relative', text: 'Relative' },
  { value: 'wall', text: 'Wall' },
] as const satisfies readonly Choice<string>[];

export const SCALES = [
  { value: 'linear', text: 'Linear' },
  { value: 'log', text: 'Log' },
  { value: 'symlog', text: 'Symlog' },
] as const satisfies readonly Choice<string>[];

export const Y_RANGES = [
  { value: 'own', text: 'Per chart' },
  { value: 'shared', text: 'Shared' },
  { value: 'fixed', text: 'Fixed' },
] as const satisfies readonly Choice<string>[];

/** What a card does unless it has a choice of its own. */
export const AS_PAGE = { value: 'page', text: 'Page' } as const;

export const DIFFERENCES: readonly Choice<Difference>[] = [
  { value: 'off', text: 'Value' },
  { value: 'delta', text: 'Δ' },
  { value: 'percent', text: 'Δ %' },
];

export const TOOLTIP_ORDERS: readonly Choice<TipOrder>[] = [
  { value: 'value', text: 'Value' },
  { value: 'nearest', text: 'Nearest' },
  { value: 'name', text: 'Name' },
];

export const SHOWN_AS = [
  { value: 'curves', text: 'Curves' },
  { value: 'table', text: 'Table' },
  { value: 'facets', text: 'Facets' },
] as const satisfies readonly Choice<string>[];
