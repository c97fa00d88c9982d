// What every page and card gets from the shell. It is passed down once, by Svelte's context:
//
//   const { board, view, selection } = useShell();
//
// These are interfaces; what implements them is in `state/`, which pages and cards may not import.
// Beside them `public/` has what pages share: `liveQuery` to load a kind's answer, `cards/` and `steps/` to lay it out,
// `runs/` for names, colors and directions, `filters/`, and `kind.ts` and `page.ts`, by which kinds and pages register.
import { getContext, setContext } from 'svelte';
import type { Crosshair } from '../charts/lines/crosshair.ts';
import type { Board } from './board.ts';
import type { Selection } from './selection.ts';
import type { View, ViewState } from './view.ts';

export interface Shell {
  /** What the server knows of runs and tags. */
  readonly board: Board;
  /** What a link holds: filters, axes, the current step, the settings of pages. */
  readonly view: View;
  /** Which runs are listed and shown, and their names, groups and colors. */
  readonly selection: Selection;
  /** The x that all charts mark at once. */
  readonly crosshair: Crosshair;
  /** Reactive; canvases are painted again when it changes. */
  readonly theme: { readonly name: 'light' | 'dark' };
  /** While paused, answers that are shown are not updated; `liveQuery` heeds it. */
  readonly live: { readonly paused: boolean };
  /** Show a toast: a short message at the bottom of the page, with at most one action. */
  notify(text: string, action?: { text: string; run: () => void }): void;
  /** The shell for a part of the page that shows other runs, or differs in some fields of the view. */
  narrow(to: Narrowing): Shell;
}

export interface Narrowing {
  /** Ids of the runs that the part shows, listed or not; without it those of the whole page. */
  runs?: () => ReadonlySet<number>;
  /** Fields that the part sees instead of the view's. */
  view?: OwnFields;
  /** Whether runs are grouped and colored as on the whole page; else each is drawn by itself, in its own color. */
  isGrouped?: boolean;
}

/** By a function a field is only read: what the part writes goes to the whole view. */
export type OwnFields = {
  readonly [K in keyof ViewState]?:
    (() => ViewState[K]) | { get(): ViewState[K]; set(value: ViewState[K]): void };
};

const KEY = Symbol('shell');

/** Give a shell to all components below this one; call it while a component is created. */
export function provideShell(shell: Shell): Shell {
  return setContext(KEY, shell);
}

/** The same as a map, for a component that is mounted by itself. */
export function shellContext(shell: Shell): Map<unknown, unknown> {
  return new Map([[KEY, shell]]);
}

/** The shell of the component that is being created. */
export function useShell(): Shell {
  return getContext<Shell>(KEY);
}
