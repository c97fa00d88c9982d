// What every page and card gets from the shell: handed down once, by Svelte's context.
import { getContext, setContext } from 'svelte';
import type { Crosshair } from '../charts/lines/crosshair.ts';
import type { Board } from './board.svelte.ts';
import type { Selection } from './selection.svelte.ts';
import type { View } from './view.svelte.ts';

export interface Shell {
  board: Board;
  view: View;
  selection: Selection;
  crosshair: Crosshair;
  theme: { readonly name: 'light' | 'dark' };
  live: { readonly paused: boolean };
  /** Say something short at the bottom of the page, with at most one thing to do about it. */
  notify(text: string, action?: { text: string; run: () => void }): void;
}

const KEY = Symbol('shell');

export function provideShell(shell: Shell): Shell {
  return setContext(KEY, shell);
}

export function useShell(): Shell {
  return getContext<Shell>(KEY);
}
