// The view: everything a link keeps, as reactive fields; the address bar follows it and it follows the address bar.
import { DEFAULTS, fromHash, toHash, type ViewState } from './address.ts';

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
const KEYS = Object.keys(DEFAULTS) as (keyof ViewState)[];

/** One field of the view. Raw: a list of thousands of run names shall not become thousands of signals. */
class Cell {
  value = $state.raw<unknown>();

  constructor(value: unknown) {
    this.value = value;
  }
}

export class View {
  readonly state: ViewState = cells();
  #written = '';
  /** The address as this view last read or wrote it. */
  #seen = '';

  /** Take the view from the address, or where that says nothing from what this browser remembers of the log folder. */
  open(hash: string, memory: string | null): void {
    this.set(hash.length > 2 ? fromHash(hash) : remembered(memory));
    this.#written = this.#seen = hash;
  }

  /** Take the settings that this browser remembers of the log directory; what was typed meanwhile stays. */
  recall(memory: string | null): void {
    this.set(pick(remembered(memory)));
  }

  set(change: Partial<ViewState>): void {
    Object.assign(this.state, change);
  }

  /** Turn to another page, optionally to one of its cards. */
  go(page: string, card: string | null = null): void {
    this.set({ page, expanded: card });
  }

  /** A setting of one page, by a name that begins with the page's slug: `images.compare`. */
  own(name: string): string | undefined {
    return this.state.own[name];
  }

  /** Change settings of a page; undefined takes one back to its default. */
  setOwn(change: Readonly<Record<string, string | undefined>>): void {
    const entries = Object.entries({ ...this.state.own, ...change }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    this.set({ own: Object.fromEntries(entries) });
  }

  toggle(key: 'hidden' | 'pinnedRuns' | 'pinnedTags' | 'closed' | 'folds', name: string): void {
    const list = this.state[key];
    this.set({ [key]: list.includes(name) ? list.filter((one) => one !== name) : [...list, name] });
  }

  /** Have the effect that calls this run again with any change. */
  track(): void {
    for (const key of KEYS) void this.state[key];
  }

  /** Bring the address bar in step. Another page or card is a step that the browser's back button takes back. */
  write(): void {
    const hash = toHash(this.state);
    // Somebody has set another address: it is about to be read, not to be overwritten.
    if (hash === this.#written || location.hash !== this.#seen) return;
    const before = fromHash(this.#written);
    const turned =
      this.#written !== '' && (before.page !== this.state.page || before.expanded !== this.state.expanded);
    this.#written = hash;
    if (turned) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
    this.#seen = location.hash;
  }

  /** The link to what is on screen now. */
  link(): string {
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
    // Through the link and back, so that nothing unfit comes in.
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
