// The view as reactive fields, and how it follows the address bar and the address bar follows it.
import { DEFAULTS, fromHash, toHash } from '../public/address.ts';
import type { ViewState } from '../public/view.ts';
import { BaseView } from './base_view.ts';

const REMEMBERED = [
  'smoothingKind',
  'smoothing',
  'x',
  'y',
  'raw',
  'perRow',
  'cardHeight',
  'linked',
  'band',
  'columns',
  'pinnedTags',
  'runOrder',
  'colorBy',
] as const;
/** Settings of pages whose change is a step that the browser's back button takes back. */
const STEPS = [
  ...['graph.open', 'graph.name', 'graph.run'],
  ...['projector.selected', 'projector.only', 'projector.hidden'],
];
const KEYS = Object.keys(DEFAULTS) as (keyof ViewState)[];

/** One field of the view. Raw, so that a list of thousands of run names is one signal. */
class Cell {
  value = $state.raw<unknown>();

  constructor(value: unknown) {
    this.value = value;
  }
}

export class PageView extends BaseView {
  override readonly state: ViewState = cells();
  #written = '';
  /** The address as this view last read or wrote it. */
  #seen = '';

  /** Take the view from the address, or where that is empty from what this browser remembers of the log directory. */
  open(hash: string, memory: string | null): void {
    super.set(hash.length > 2 ? fromHash(hash) : remembered(memory));
    this.#written = this.#seen = hash;
  }

  /** Another page is written at once, after what was set on this one: the back button leads to each page as it was left. */
  override set(change: Partial<ViewState>): void {
    const turns = this.#written !== '' && change.page !== undefined && change.page !== this.state.page;
    if (turns) this.write();
    super.set(change);
    if (turns) this.write();
  }

  /** Take the settings that this browser remembers of the log directory; what was typed before stays. */
  recall(memory: string | null): void {
    this.set(pick(remembered(memory)));
  }

  /** Have the effect that calls this run again with any change. */
  track(): void {
    for (const key of KEYS) void this.state[key];
  }

  /** Update the address bar. Another page or card, a group that was opened, or points that were selected make an entry in the browser's history. */
  write(): void {
    const hash = toHash(this.state);
    // Somebody has set another address, which is about to be read: it must not be overwritten.
    if (hash === this.#written || location.hash !== this.#seen) return;
    const before = fromHash(this.#written);
    const turned =
      this.#written !== '' &&
      (before.page !== this.state.page ||
        before.expanded !== this.state.expanded ||
        STEPS.some((name) => before.own[name] !== this.state.own[name]));
    this.#written = hash;
    if (turned) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
    this.#seen = location.hash;
  }

  override link(): string {
    this.write();
    return location.href;
  }

  memory(): string {
    return JSON.stringify(Object.fromEntries(REMEMBERED.map((key) => [key, this.state[key]])));
  }
}

function cells(): ViewState {
  const state = {};
  for (const key of KEYS) {
    const cell = new Cell(DEFAULTS[key]);
    Object.defineProperty(state, key, {
      enumerable: true,
      get: () => cell.value,
      set: (value) => (cell.value = value),
    });
  }
  return state as ViewState;
}

export function remembered(memory: string | null): ViewState {
  try {
    const saved = JSON.parse(memory ?? '{}') as Partial<ViewState>;
    // Through the link and back, so that invalid values become defaults.
    return fromHash(toHash({ ...DEFAULTS, ...pick(saved) }));
  } catch {
    return { ...DEFAULTS };
  }
}

function pick(saved: Partial<ViewState>): Partial<ViewState> {
  return Object.fromEntries(
    REMEMBERED.filter((key) => saved[key] !== undefined).map((key) => [key, saved[key]]),
  );
}
