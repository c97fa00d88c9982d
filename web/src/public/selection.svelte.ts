// Which runs are listed and which are drawn, from the board, the view and the filter.
import { ApiError, getJson } from '../data/api.ts';
import type { Run } from '../data/shapes.ts';
import type { Board } from './board.svelte.ts';
import { ColourBook, slotColour, type RunColour } from './colours.ts';
import { groupName } from './groups.ts';
import { isExpression, matcher } from './filter.ts';
import { commonPrefix } from './names.ts';
import type { View } from './view.svelte.ts';

export class Selection {
  /** Ids that the server's filter lets pass; null when the filter is a pattern for names. */
  #passed = $state.raw<ReadonlySet<number> | null>(null);
  filterProblem = $state<string | null>(null);
  /** Runs marked in the list, for acting on several. */
  marked = $state.raw<ReadonlySet<number>>(new Set());
  /** The run under the pointer, in list or chart. */
  hovered = $state<number | null>(null);

  #book = new ColourBook();
  readonly colours: ReadonlyMap<number, RunColour> = $derived.by(() => this.#book.assign(this.board.runs));
  readonly listed: readonly Run[] = $derived.by(() => this.#list());
  readonly common: string = $derived(commonPrefix(this.listed.map((run) => shownName(run))));
  readonly #hidden = $derived.by(() => new Set(this.view.state.hidden));
  readonly #only = $derived.by(() => (this.view.state.only ? new Set(this.view.state.only) : null));
  readonly shown: readonly Run[] = $derived(this.listed.filter((run) => this.isShown(run)));
  readonly shownIds: ReadonlySet<number> = $derived(new Set(this.shown.map((run) => run.id)));

  constructor(
    readonly board: Board,
    readonly view: View,
  ) {}

  isShown(run: Run): boolean {
    return this.#only ? this.#only.has(run.name) : !this.#hidden.has(run.name);
  }

  /** Group names in the order of the listed runs; a group's id is −1 − its place here. */
  readonly groups: readonly string[] = $derived.by(() => {
    const rule = this.view.state.groupBy;
    if (rule === '') return [];
    const names = this.listed.map((run) => groupName(run.name, rule)).filter((name): name is string => name !== null);
    return [...new Set(names)];
  });

  groupId(name: string): number {
    return -1 - this.groups.indexOf(name);
  }

  /** The name to show for a run's or a group's id. */
  label(id: number): string {
    if (id < 0) return this.groups[-1 - id] || 'no folder';
    const run = this.board.byId.get(id);
    return run ? shownName(run) : '';
  }

  colour(id: number): RunColour {
    if (id < 0) return slotColour(-1 - id);
    if (this.groups.length > 0) {
      const name = groupName(this.board.byId.get(id)?.name ?? '', this.view.state.groupBy);
      return name === null ? { css: 'var(--ink-4)', slot: -1, dash: [] } : slotColour(this.groups.indexOf(name));
    }
    return this.colours.get(id) ?? { css: 'var(--ink-3)', slot: -1, dash: [] };
  }

  toggle(run: Run): void {
    const { only, hidden } = this.view.state;
    if (only) {
      const rest = only.includes(run.name) ? only.filter((name) => name !== run.name) : [...only, run.name];
      // An empty list of shown runs would be a dead end; hiding the last one shows all again.
      this.view.set({ only: rest.length > 0 ? rest : null });
    } else if (hidden.includes(run.name)) this.view.set({ hidden: hidden.filter((name) => name !== run.name) });
    else this.view.set({ hidden: [...hidden, run.name] });
  }

  solo(run: Run): void {
    const { only } = this.view.state;
    const already = only?.length === 1 && only[0] === run.name;
    this.view.set(already ? { only: null, hidden: [] } : { only: [run.name], hidden: [] });
  }

  showAll(): void {
    this.view.set({ only: null, hidden: [] });
  }

  /** Ask the server when the filter speaks its language; called from an effect. */
  async ask(filter: string): Promise<void> {
    if (!isExpression(filter)) {
      this.#passed = null;
      this.filterProblem = matcher(filter).problem;
      return;
    }
    try {
      const answer = await getJson<{ runs: number[] }>(`filter?expr=${encodeURIComponent(filter)}`);
      if (filter !== this.view.state.runFilter) return;
      this.#passed = new Set(answer.runs);
      this.filterProblem = null;
    } catch (error) {
      if (error instanceof ApiError && filter === this.view.state.runFilter) this.filterProblem = error.message;
    }
  }

  #list(): readonly Run[] {
    const filter = this.view.state.runFilter;
    const passed = this.#passed;
    if (passed) return this.board.runs.filter((run) => passed.has(run.id));
    if (isExpression(filter)) return this.board.runs;
    const { test } = matcher(filter);
    return this.board.runs.filter((run) => test(run.name) || (run.display_name !== null && test(run.display_name)));
  }
}

export function shownName(run: Run): string {
  return run.display_name || run.name;
}
