// What keys and the palette can do: one list for both.
import type { Shell } from '../public/context.ts';
import { KEYS } from './keys.ts';

export interface Action {
  action: string;
  /** As the palette names it; empty: only by key. */
  text: string;
  shown: string;
  run(): void;
}

export interface Switches {
  palette(): void;
  help(): void;
  theme(): void;
  fold(): void;
  pause(): void;
}

export function shellActions({ view, selection, notify }: Shell, switches: Switches): Action[] {
  const does: Record<string, { text: string; run: () => void }> = {
    palette: { text: '', run: switches.palette },
    tags: { text: 'Filter tags', run: () => focus('tag-filter') },
    runs: { text: 'Filter runs', run: () => focus('run-filter') },
    next: { text: '', run: () => moveCard(1) },
    previous: { text: '', run: () => moveCard(-1) },
    expand: { text: '', run: () => withCard((tag) => view.set({ expanded: view.state.expanded === tag ? null : tag })) },
    back: { text: '', run: () => back(view) },
    pin: { text: '', run: () => withCard((tag) => view.toggle('pinnedTags', tag)) },
    pause: { text: 'Pause or go live', run: switches.pause },
    log: { text: 'Logarithmic y axis', run: () => view.set({ y: view.state.y === 'log' ? 'linear' : 'log' }) },
    raw: { text: 'Raw lines behind', run: () => view.set({ raw: !view.state.raw }) },
    zoom: { text: 'Reset zoom', run: () => view.set({ zoom: null }) },
    theme: { text: 'Light or dark theme', run: switches.theme },
    fold: { text: 'Fold the run list', run: switches.fold },
    save: { text: 'Save the view', run: saveView },
    help: { text: 'Show the keys', run: switches.help },
  };
  const keyed = KEYS.map((key): Action => ({ action: key.action, shown: key.shown, text: does[key.action]?.text ?? '', run: does[key.action]?.run ?? (() => undefined) }));
  return [
    ...keyed,
    { action: '', text: 'Show all runs', shown: '', run: () => selection.showAll() },
    { action: '', text: 'Copy link to this view', shown: '', run: () => void navigator.clipboard.writeText(location.href).then(() => notify('Link copied')) },
    { action: '', text: 'Table of values', shown: '', run: () => view.set({ page: 'scalars', mode: 'table' }) },
    { action: '', text: 'Curves', shown: '', run: () => view.set({ page: 'scalars', mode: 'curves' }) },
  ];
}

function focus(id: string): void {
  const field = document.getElementById(id);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}

function saveView(): void {
  document.getElementById('settings')?.click();
  requestAnimationFrame(() => focus('view-name'));
}

function back(view: Shell['view']): void {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
  else if (view.state.expanded !== null) view.set({ expanded: null });
  else if (view.state.zoom !== null) view.set({ zoom: null });
}

function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('article[data-tag]')];
}

/** The card that holds the focus, or the one under the pointer. */
function currentCard(): HTMLElement | undefined {
  return cards().find((card) => card.contains(document.activeElement)) ?? cards().find((card) => card.matches(':hover'));
}

function withCard(use: (tag: string) => void): void {
  const tag = currentCard()?.dataset['tag'];
  if (tag !== undefined) use(tag);
}

/** Next or previous card gets the focus; with one card expanded, its own buttons do it. */
function moveCard(by: number): void {
  const button = document.querySelector<HTMLElement>(by > 0 ? '[aria-label="Next tag"]' : '[aria-label="Previous tag"]');
  if (button) {
    button.click();
    return;
  }
  const all = cards();
  const current = currentCard();
  const at = current ? all.indexOf(current) + by : 0;
  const next = all[Math.max(0, Math.min(all.length - 1, at))];
  next?.scrollIntoView({ block: 'nearest' });
  next?.focus({ preventScroll: true });
}
