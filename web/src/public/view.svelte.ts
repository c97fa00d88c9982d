// The view: everything a link keeps, as reactive fields; the address bar follows it and it follows the address bar.
import { DEFAULTS, fromHash, toHash, type ViewState } from './address.ts';

const REMEMBERED = ['smoothingKind', 'smoothing', 'x', 'y', 'raw', 'perRow', 'cardHeight', 'linked', 'band', 'columns', 'pinnedTags'] as const;

export class View {
  state = $state<ViewState>({ ...DEFAULTS });
  #written = '';

  /** Take the view from the address, or where that says nothing from what this browser remembers of the log folder. */
  open(hash: string, memory: string | null): void {
    this.state = { ...(hash.length > 2 ? fromHash(hash) : remembered(memory)) };
    this.#written = hash;
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
    const kept = Object.entries({ ...this.state.own, ...change }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    this.set({ own: Object.fromEntries(kept) });
  }

  toggle(key: 'hidden' | 'pinnedRuns' | 'pinnedTags' | 'closed', name: string): void {
    const list = this.state[key];
    this.set({ [key]: list.includes(name) ? list.filter((one) => one !== name) : [...list, name] });
  }

  /** Keep the address bar in step; called from an effect. */
  write(): void {
    const hash = toHash(this.state);
    if (hash === this.#written) return;
    this.#written = hash;
    history.replaceState(null, '', hash);
  }

  memory(): string {
    return JSON.stringify(Object.fromEntries(REMEMBERED.map((key) => [key, this.state[key]])));
  }
}

export function remembered(memory: string | null): ViewState {
  try {
    const kept = JSON.parse(memory ?? '{}') as Partial<ViewState>;
    // Through the link and back, so that nothing unfit comes in.
    return fromHash(toHash({ ...DEFAULTS, ...pick(kept) }));
  } catch {
    return { ...DEFAULTS };
  }
}

function pick(kept: Partial<ViewState>): Partial<ViewState> {
  return Object.fromEntries(REMEMBERED.filter((key) => kept[key] !== undefined).map((key) => [key, kept[key]]));
}
