// Which runs are listed and which are drawn, in which color, from the board, the view and the filter.
import { fitName } from '../charts/base/short_name.ts';
import { chartTheme } from '../charts/base/theme.ts';
import type { GroupBy, Run } from '../data/shapes.ts';
import type { Board } from './board.svelte.ts';
import { coloring, type Coloring } from './runs/coloring.ts';
import { ColorBook, slotColor, type RunColor } from './runs/colors.ts';
import { asGroupBy, groupName } from './runs/groups.ts';
import { RunHparams } from './runs/hparams.svelte.ts';
import { LoadFirst } from './runs/load_first.ts';
import { isExpression, matcher, type FilterProblem } from './filters/filter.ts';
import { FilterQuery } from './filters/filter_query.svelte.ts';
import { commonParts, shownName, type CommonParts } from './runs/names.ts';
import type { View } from './view.svelte.ts';

/** Up to so many drawn runs are kept by name rather than those that are not drawn. */
const FEW = 40;
/** A filter that is being typed is asked for when it rests. */
const FILTER_MS = 60;
const NO_COLOR: RunColor = { css: '#8a929b', slot: -1, dash: [] };

export class Selection {
  readonly #filter: FilterQuery;
  /** Why the run filter cannot be read; null where it can. */
  readonly filterProblem: FilterProblem | null = $derived.by(() => {
    const { runFilter } = this.view.state;
    if (isExpression(runFilter)) return this.#filter.problem;
    const { problem } = matcher(runFilter);
    return problem === null ? null : { message: problem, position: null };
  });
  /** Runs marked in the list, for acting on several. */
  marked = $state.raw<ReadonlySet<number>>(new Set());
  /** The run under the pointer, in list or chart. */
  hovered = $state<number | null>(null);

  readonly hparams: RunHparams;
  readonly #loadFirst = new LoadFirst();
  readonly #look = (run: number, name: string): string | number | boolean | null =>
    this.hparams.of(run, name);

  /** Runs that the filter lets pass; those put aside only on demand. */
  readonly listed: readonly Run[] = $derived.by(() => this.#list());
  readonly nAside: number = $derived.by(() => this.board.runs.reduce((n, run) => n + Number(run.hidden), 0));
  readonly commonParts: CommonParts = $derived(commonParts(this.listed.map((run) => shownName(run))));
  readonly common: string = $derived(this.commonParts.prefix);
  readonly #hidden = $derived.by(() => new Set(this.view.state.hidden));
  readonly #only = $derived.by(() => (this.view.state.only ? new Set(this.view.state.only) : null));
  readonly shown: readonly Run[] = $derived(this.listed.filter((run) => this.isShown(run)));
  /** How many trainings that are; their sub-runs do not count by themselves. */
  readonly nListed: number = $derived(countTrainings(this.listed));
  readonly nShown: number = $derived(countTrainings(this.shown));
  readonly shownIds: ReadonlySet<number> = $derived(new Set(this.shown.map((run) => run.id)));

  /** The group of each listed run; without grouping, or where a run belongs to none, it is not in here. */
  readonly groupOf: ReadonlyMap<number, string> = $derived.by(() => this.grouping());
  /** Group names in the order their runs appeared, so that colors stay; a group's id is −1 − its place here. */
  readonly groups: readonly string[] = $derived.by(() => {
    const byAge = [...this.groupOf].sort(([a], [b]) => a - b);
    return [...new Set(byAge.map(([, name]) => name))];
  });
  readonly #groupIds: ReadonlyMap<string, number> = $derived(
    new Map(this.groups.map((name, i) => [name, -1 - i])),
  );
  /** The grouping as the server wants it; null: none. */
  readonly groupBy: GroupBy | null = $derived.by(() => this.askedGroups());

  #book = new ColorBook();
  readonly #own: ReadonlyMap<number, RunColor> = $derived.by(() => this.#book.assign(this.board.runs));
  /** By a rule other than the run's own color or its group's. */
  readonly #ruled: Coloring | null = $derived.by(() => {
    const rule = this.view.state.colorBy;
    if (rule === '' || rule === 'run') return null;
    void this.theme.name;
    return coloring(rule, this.board.runs, this.#look, chartTheme().shades);
  });
  /** What colors mean, where they do not mean runs. */
  readonly legend = $derived(this.#ruled?.legend ?? null);

  constructor(
    readonly board: Board,
    readonly view: View,
    readonly theme: { readonly name: string },
  ) {
    this.hparams = new RunHparams(board);
    this.#filter = new FilterQuery(board, FILTER_MS);
  }

  /** Have the server load what is shown first; called from an effect. */
  loadShownFirst(): void {
    this.#loadFirst.update(this.board.runs, (run) => this.shownIds.has(run.id));
  }

  isShown(run: Run): boolean {
    return this.#only ? this.#only.has(run.name) : !this.#hidden.has(run.name);
  }

  /** The group's name of each run that has one. */
  protected grouping(): ReadonlyMap<number, string> {
    const rule = this.view.state.groupBy;
    const found = new Map<number, string>();
    for (const run of rule === '' ? [] : this.listed) {
      const name = groupName(run, rule, this.#look);
      if (name !== null) found.set(run.id, name);
    }
    return found;
  }

  protected askedGroups(): GroupBy | null {
    return asGroupBy(this.view.state.groupBy, this.listed, this.#look);
  }

  isPinned(run: Run): boolean {
    return run.pinned || this.view.state.pinnedRuns.includes(run.name);
  }

  groupId(name: string): number {
    return this.#groupIds.get(name) ?? 0;
  }

  /** The name to show for a run's or a group's id. */
  label(id: number): string {
    if (id < 0) return this.groups[-1 - id] || 'no folder';
    const run = this.board.byId.get(id);
    return run ? shownName(run) : '';
  }

  /** That name in at most so many characters; what all listed names begin with goes first. */
  shortLabel(id: number, most: number): string {
    return fitName(this.label(id), id < 0 ? '' : this.common, (text) => text.length <= most);
  }

  color(id: number): RunColor {
    if (id < 0) return this.#groupColor(-1 - id);
    if (this.#ruled) return this.#ruled.colors.get(id) ?? NO_COLOR;
    const own = this.ownColor(id);
    if (this.groups.length === 0 || this.view.state.colorBy === 'run') return own;
    const group = this.groupOf.get(id);
    return group === undefined ? NO_COLOR : slotColor(-1 - this.groupId(group));
  }

  /** The color of a run by itself, whatever groups and rules make of it. */
  ownColor(id: number): RunColor {
    return this.#own.get(id) ?? NO_COLOR;
  }

  /** A group takes its place's slot; where colors mean something else, its members' common color. */
  #groupColor(place: number): RunColor {
    if (!this.#ruled) return slotColor(place);
    const name = this.groups[place];
    const member = this.listed.find((run) => this.groupOf.get(run.id) === name);
    return member ? this.color(member.id) : NO_COLOR;
  }

  toggle(run: Run): void {
    this.show([run], !this.isShown(run));
  }

  /** Draw these runs or not; the view keeps the shorter list, of those drawn or of those not. */
  show(runs: readonly Run[], shown: boolean): void {
    const now = new Set(this.board.runs.filter((run) => this.isShown(run)).map((run) => run.name));
    for (const { name } of this.#families(runs)) {
      if (shown) now.add(name);
      else now.delete(name);
    }
    this.#draw(now);
  }

  solo(run: Run): void {
    const only = this.#only;
    const family = this.#families([run]);
    const already = only?.size === family.length && family.every(({ name }) => only.has(name));
    if (already) this.showAll();
    else this.showOnly([run]);
  }

  showOnly(runs: readonly Run[]): void {
    this.view.set({ only: this.#families(runs).map((run) => run.name), hidden: [] });
  }

  /** Runs with their sub-runs. */
  #families(runs: readonly Run[]): Run[] {
    const ids = new Set(runs.map((run) => run.id));
    const subs = this.board.runs.filter(
      (run) => run.parent !== null && ids.has(run.parent) && !ids.has(run.id),
    );
    return [...runs, ...subs];
  }

  showAll(): void {
    this.view.set({ only: null, hidden: [] });
  }

  #draw(drawn: ReadonlySet<string>): void {
    const { only, hidden } = this.view.state;
    // Names of runs that are not here (yet) stay as they were.
    const gone = hidden.filter((name) => !this.#names.has(name));
    const rest = this.board.runs.filter((run) => !drawn.has(run.name)).map((run) => run.name);
    // As long as either list is short, new runs shall go on to be treated as they were.
    const few = only
      ? drawn.size <= Math.max(FEW, rest.length)
      : drawn.size * 4 < rest.length && rest.length > FEW;
    if (few) this.view.set({ only: [...drawn], hidden: [] });
    else this.view.set({ only: null, hidden: [...gone, ...rest] });
  }

  readonly #names: ReadonlySet<string> = $derived.by(() => new Set(this.board.runs.map((run) => run.name)));

  /** List these runs beside those that the filter matches, and draw them. */
  add(runs: readonly Run[]): void {
    const family = this.#families(runs);
    const missing = family.filter((run) => !this.#listedIds.has(run.id)).map((run) => run.name);
    if (missing.length > 0) this.view.set({ alsoListed: [...this.view.state.alsoListed, ...missing] });
    // An archived run is listed only together with all others.
    if (family.some((run) => this.#isAside(run))) this.view.set({ aside: true });
    this.show(runs, true);
  }

  /** Whether the board is about a tag of these runs: one of them is listed, and drawn where only chosen runs are. */
  concerns(runIds: readonly number[]): boolean {
    if (!this.#only) return this.#isUnfiltered || runIds.some((id) => this.#listedIds.has(id));
    return runIds.some((id) => this.shownIds.has(id));
  }

  readonly #listedIds: ReadonlySet<number> = $derived(new Set(this.listed.map((run) => run.id)));
  readonly #isUnfiltered = $derived.by(() => this.listed.length === this.board.runs.length);

  /** Ask the server which runs match, where the filter is in its language; call it when the filter changed. */
  askFilter(): void {
    const { runFilter } = this.view.state;
    this.#filter.ask(isExpression(runFilter) ? runFilter : null);
  }

  /** Ask again; call it when runs changed. */
  refreshFilter(): void {
    this.#filter.refresh();
  }

  /** Put aside, or a part of a training that is. */
  #isAside(run: Run): boolean {
    return run.hidden || (run.parent !== null && this.board.byId.get(run.parent)?.hidden === true);
  }

  #list(): readonly Run[] {
    const { runFilter, aside, alsoListed } = this.view.state;
    const runs = aside ? this.board.runs : this.board.runs.filter((run) => !this.#isAside(run));
    const { matches } = this.#filter;
    if (!matches && isExpression(runFilter)) return runs;
    const also = new Set(alsoListed);
    if (matches) return runs.filter((run) => matches.has(run.id) || also.has(run.name));
    const { test } = matcher(runFilter);
    return runs.filter(
      (run) => test(run.name) || (run.display_name !== null && test(run.display_name)) || also.has(run.name),
    );
  }
}

function countTrainings(runs: readonly Run[]): number {
  return runs.reduce((n, run) => n + Number(run.parent === null), 0);
}
