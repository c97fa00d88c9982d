// What keys and the palette can do: one list for both.
import { ScalarSettings } from '../../kinds/scalar/options/settings.ts';
import { currentReport } from '../../data/provider.ts';
import type { Shell } from '../../public/context.ts';
import { copyLink } from '../../public/copying.ts';
import { compareRuns } from '../../public/runs/comparing.ts';
import { currentCard, moveCard } from '../card_focus.ts';
import { KEYS } from './keys.ts';
import { pageList } from '../page_list.svelte.ts';
import { hasData } from '../pages.ts';

export interface Action {
  action: string;
  /** As the palette names it; empty: only by key. */
  text: string;
  shown: string;
  run(key: string): void;
}

export interface Switches {
  palette(): void;
  help(): void;
  share(): void;
  theme(): void;
  fold(): void;
  pause(): void;
}

type Does = Record<string, { text: string; run: (key: string) => void }>;

export function shellActions(shell: Shell, switches: Switches): Action[] {
  const { view, selection, board } = shell;
  const does: Does = {
    palette: { text: '', run: switches.palette },
    tags: { text: 'Filter tags', run: () => focus('tag-filter') },
    runs: { text: 'Filter runs', run: () => focus('run-filter') },
    page: { text: '', run: (key) => goToPage(shell, Number(key) - 1) },
    next: { text: '', run: () => moveCard(1) },
    previous: { text: '', run: () => moveCard(-1) },
    expand: {
      text: '',
      run: () => withCard((tag) => view.set({ expanded: view.state.expanded === tag ? null : tag })),
    },
    back: { text: '', run: () => back(view) },
    pin: { text: '', run: () => withCard((tag) => view.toggle('pinnedTags', tag)) },
    stepBack: { text: '', run: () => pressRuler('ArrowLeft') },
    stepOn: { text: '', run: () => pressRuler('ArrowRight') },
    pause: { text: 'Pause or resume', run: switches.pause },
    log: {
      text: 'Log y axis',
      run: () => view.set({ y: view.state.y === 'log' ? 'linear' : 'log' }),
    },
    raw: { text: 'Raw lines', run: () => view.set({ raw: !view.state.raw }) },
    zoom: { text: 'Reset zoom', run: () => new ScalarSettings(view).resetZoom() },
    theme: { text: 'Switch between light and dark', run: switches.theme },
    fold: { text: 'Fold the run list', run: switches.fold },
    save: { text: 'Save the view', run: saveView },
    link: { text: 'Copy link to this view', run: () => void copyLink(shell) },
    compare: { text: 'Compare the selected runs', run: () => compareSelected(shell) },
    help: { text: 'Keyboard shortcuts', run: switches.help },
  };
  const keyed = KEYS.map((key): Action => ({
    action: key.action,
    shown: key.shown,
    text: does[key.action]?.text ?? '',
    run: does[key.action]?.run ?? (() => undefined),
  }));
  return [
    ...keyed,
    ...(currentReport() ? [] : [only('Share this view as a report', switches.share)]),
    only('Show all runs', () => selection.showAll()),
    only('Hide all runs', () => selection.show(selection.listed, false)),
    only('Runs as a tree or flat', () =>
      view.set({ runOrder: view.state.runOrder === 'tree' ? 'flat' : 'tree', groupBy: '' }),
    ),
    only('Group runs by folder', () =>
      view.set({ groupBy: view.state.groupBy === 'folder' ? '' : 'folder' }),
    ),
    only('Show damaged runs only', () => view.set({ runFilter: 'state:damaged' })),
    only('Show live runs only', () => view.set({ runFilter: 'state:live' })),
    only('Table of values', () => view.set({ page: 'scalars', mode: 'table' })),
    only('Facets of a tag', () => view.set({ page: 'scalars', mode: 'facets' })),
    only('Curves', () => view.set({ page: 'scalars', mode: 'curves' })),
    only('Refresh', () => void board.refresh()),
  ];
}

function only(text: string, run: () => void): Action {
  return { action: '', text, shown: '', run };
}

/** Pages by number, counted as their tabs stand in the bar. */
function goToPage({ view, board }: Shell, index: number): void {
  const page = pageList.all.filter((one) => hasData(one, board))[index];
  if (page) view.go(page.slug);
}

/** Several selected runs alone; otherwise all that are shown. */
function compareSelected(shell: Shell): void {
  const { board, selection, view } = shell;
  const marked = board.runs.filter((run) => selection.marked.has(run.id));
  if (marked.length > 1) compareRuns(shell, marked);
  else view.go('compare');
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

function withCard(use: (tag: string) => void): void {
  const tag = currentCard()?.dataset['tag'];
  if (tag !== undefined) use(tag);
}

/** The ruler of the page knows its logged steps, so it gets its own key. */
function pressRuler(key: string): void {
  document
    .querySelector('[role=slider][aria-label=Step]')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}
