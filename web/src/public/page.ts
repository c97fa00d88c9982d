// A page of the board: how it declares itself, and what its code is handed.
//
// Built-in pages are declared in `dashboards/<page>/index.ts`, those of plugins by the server's list of plugins; both
// become a `Page`, whose code is loaded when it is opened. That code is a Svelte component, which finds everything by
// `useShell()`, or a `mount` function, which gets a `PageContext` and may use plain DOM or any framework.
import type { Component } from 'svelte';
import type { Columns } from '../data/columns.ts';
import type { Tag } from '../data/shapes.ts';
import type { Shell } from './context.ts';

export interface Page {
  /** The name in addresses: `#/scalars`. */
  slug: string;
  title: string;
  /** Tabs stand in this order. */
  order: number;
  /** Kinds whose data it shows; empty: any data. */
  kinds: readonly string[];
  /** Tags of other kinds that it reads too. */
  tags?: readonly string[];
  /** Its own table lists the runs, so the run list folds to its rail. */
  ownsRuns?: boolean;
  /** It opens files that someone gives, so it is of use without logged data. */
  takesFiles?: boolean;
  /** It says itself how its data is logged where there is none. */
  explainsEmpty?: boolean;
  /** The package that a page of a plugin comes from. */
  plugin?: string;
  /** Broken on the server: opening it again changes nothing. */
  isBroken?: boolean;
  /** Rejected where the page is broken, with the reason. */
  load(): Promise<PageModule>;
  /** Asks the server already for what the page is going to need first at an address; fulfilled when that is here. */
  prefetch?(hash: string): Promise<void>;
  /** What of its toolbar has no room on a phone; shown in the sheet of the view there. */
  phoneOptions?(): Promise<{ default: Component }>;
}

export type PageModule = { readonly default: Component } | { readonly mount: Mount };

/** Shows the page in an element; what it returns is called when the page is closed. */
export type Mount = (element: HTMLElement, context: PageContext) => Unmount | Promise<Unmount>;
export type Unmount = (() => void) | undefined;

/**
 * What `mount` is handed: the same board, view, selection, crosshair and theme that built-in pages use, and ways to ask,
 * to follow and to draw without Svelte. Fields of the board, the view and the selection change with time: read them in
 * `watch`, or in a function that `watch` calls.
 */
export interface PageContext extends Shell {
  /** Grows when a page that was written for the version before could break. Names are added without a new version. */
  readonly version: 1;
  /** Call `update` soon, and again whenever something changed that it read; what it returns is called before the next. */
  watch(update: () => void): () => void;
  /** The answer of a query of any kind as columns, for queries that answer with Arrow. */
  ask(kind: string, query: string, params: object): Promise<Columns>;
  /** The same for queries that answer with JSON. */
  askJson<T>(kind: string, query: string, params: object): Promise<T>;
  /**
   * Ask, and again whenever the question changed or its runs have grown. `question` is watched; null asks nothing. The
   * last answer stays until the next one is here; `onAnswer` hears of every change of value, error and loading.
   */
  follow<T = Columns>(
    question: () => FollowedQuestion | null,
    onAnswer: (answer: FollowedAnswer<T>) => void,
  ): () => void;
  /** Show a tag as its kind's card, the one that built-in pages show; rejected where the kind has none. */
  card(element: HTMLElement, tag: Tag, size?: { height_px: number }): Promise<() => void>;
  /** A line chart with axes, zoom by drag and the board's theme. */
  lineChart(element: HTMLElement): Promise<PublicLineChart>;
  /** Numbers as the board writes them: `0.0123`, `1.2e-7`. */
  formatValue(value: number): string;
}

export interface FollowedQuestion {
  kind: string;
  query: string;
  params: object;
  /** Whether the query answers with JSON. */
  json?: boolean;
  /** Runs whose growth makes the answer stale; without them any run's. */
  runs?: readonly number[];
}

export interface FollowedAnswer<T> {
  readonly value: T | null;
  readonly error: Error | null;
  readonly loading: boolean;
}

export interface PublicLine {
  label: string;
  /** Any CSS color, such as `selection.color(run.id).css`. */
  color: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  dash?: readonly number[];
}

export interface PublicLineChart {
  /** Draw these lines; `yRange` fixes the axis at the left. */
  draw(
    lines: readonly PublicLine[],
    options?: { yRange?: readonly [number, number]; yScale?: 'linear' | 'log' | 'symlog' },
  ): void;
  destroy(): void;
}
