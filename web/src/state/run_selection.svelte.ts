// Which runs are listed and which are shown, from the board, the view and the filter.
import { fitName } from '../charts/base/short_name.ts';
import type { GroupBy, Run } from '../data/shapes.ts';
import type { Board } from '../public/board.ts';
import { isExpression, matcher, type FilterProblem } from '../public/filters/filter.ts';
import { FilterQuery } from '../public/filters/filter_query.svelte.ts';
import type { Legend } from '../public/runs/coloring.ts';
import type { RunColor } from '../public/runs/colors.ts';
import type { HparamLookUp } from '../public/runs/groups.ts';
import {
  commonParts,
  NOTHING_COMMON,
  shownName,
  spareParts,
  type CommonParts,
} from '../public/runs/names.ts';
import type { Selection } from '../public/selection.ts';
import type { View } from '../public/view.ts';
import { LoadFirst } from './load_first.ts';
import { RunColors } from './run_colors.svelte.ts';
import { RunGroups } from './run_groups.svelte.ts';
import { LoadedHparams } from './run_hparams.svelte.ts';
import { ALL_SHOWN, shownNames, withSubRuns } from './shown_names.ts';

/** A filter that is being typed is requested when it rests. */
const FILTER_MS = 60;

export class RunSelection implements Selection {
  readonly #filter: FilterQuery;
  readonly filterProblem: FilterProblem | null = $derived.by(() => {
    const { runFilter } = this.view.state;
    if (isExpression(runFilter)) return this.#filter.problem;
    const { problem } = matcher(runFilter);
    return problem === null ? null : { message: problem, position: null };
  });
  marked = $state.raw<ReadonlySet<number>>(new Set());
  hovered = $state<number | null>(null);

  readonly hparams: LoadedHparams;
  readonly #loadFirst = new LoadFirst();
  readonly #look: HparamLookUp = (run, name) => this.hparams.of(run, name);

  readonly listed: readonly Run[] = $derived.by(() => this.#list());
  readonly #listedIds: ReadonlySet<number> = $derived(new Set(this.listed.map((run) => run.id)));
  readonly #isUnfiltered = $derived.by(() => this.listed.length === this.board.runs.length);
  readonly nArchived: number = $derived.by(() =>
    this.board.runs.reduce((n, run) => n + Number(run.hidden), 0),
  );
  readonly commonParts: CommonParts = $derived(commonParts(this.listed.map((run) => shownName(run))));
  readonly #spare = $derived.by(() => spareParts(this.listed.map(shownName), this.commonParts));

  readonly #hidden = $derived.by(() => new Set(this.view.state.hidden));
  readonly #only = $derived.by(() => (this.view.state.only ? new Set(this.view.state.only) : null));
  readonly shown: readonly Run[] = $derived(this.listed.filter((run) => this.isShown(run)));
  readonly shownIds: ReadonlySet<number> = $derived(new Set(this.shown.map((run) => run.id)));
  readonly nListed: number = $derived(countTrainings(this.listed));
  readonly nShown: number = $derived(countTrainings(this.shown));

  readonly #groups: RunGroups;
  readonly #colors: RunColors;

  constructor(
    readonly board: Board,
    readonly view: View,
    readonly theme: { readonly name: string },
  ) {
    this.hparams = new LoadedHparams(board);
    this.#filter = new FilterQuery(board, FILTER_MS);
    this.#groups = new RunGroups(
      () => view.state.groupBy,
      () => this.listed,
      this.#look,
    );
    this.#colors = new RunColors({
      runs: () => board.runs,
      rule: () => view.state.colorBy,
      theme,
      groups: this.#groups,
      look: this.#look,
    });
  }

  get groupOf(): ReadonlyMap<number, string> {
    return this.#groups.ofRun;
  }

  get groups(): readonly string[] {
    return this.#groups.names;
  }

  get groupBy(): GroupBy | null {
    return this.#groups.by;
  }

  get legend(): Legend | null {
    return this.#colors.legend;
  }

  groupId(name: string): number {
    return this.#groups.id(name);
  }

  color(id: number): RunColor {
    return this.#colors.of(id);
  }

  ownColor(id: number): RunColor {
    return this.#colors.own(id);
  }

  label(id: number): string {
    if (id < 0) return this.groups[-1 - id] || 'no folder';
    const run = this.board.byId.get(id);
    return run ? shownName(run) : '';
  }

  shortLabel(id: number, most: number): string {
    const name = this.label(id);
    return fitName(name, id < 0 ? NOTHING_COMMON : this.spareParts(name), (text) => text.length <= most);
  }

  spareParts(name: string): CommonParts {
    return this.#spare.get(name) ?? this.commonParts;
  }

  isShown(run: Run): boolean {
    return this.#only ? this.#only.has(run.name) : !this.#hidden.has(run.name);
  }

  isPinned(run: Run): boolean {
    return run.pinned || this.view.state.pinnedRuns.includes(run.name);
  }

  concerns(runIds: readonly number[]): boolean {
    if (!this.#only) return this.#isUnfiltered || runIds.some((id) => this.#listedIds.has(id));
    return runIds.some((id) => this.shownIds.has(id));
  }

  toggle(run: Run): void {
    this.show([run], !this.isShown(run));
  }

  show(runs: readonly Run[], shown: boolean): void {
    const names = new Set(this.board.runs.filter((run) => this.isShown(run)).map((run) => run.name));
    for (const { name } of withSubRuns(runs, this.board.runs)) {
      if (shown) names.add(name);
      else names.delete(name);
    }
    this.view.set(shownNames(names, this.board.runs, this.view.state));
  }

  solo(run: Run): void {
    const only = this.#only;
    const family = withSubRuns([run], this.board.runs);
    const isAlone = only?.size === family.length && family.every(({ name }) => only.has(name));
    if (isAlone) this.showAll();
    else this.showOnly([run]);
  }

  showOnly(runs: readonly Run[]): void {
    this.view.set({ only: withSubRuns(runs, this.board.runs).map((run) => run.name), hidden: [] });
  }

  showAll(): void {
    this.view.set(ALL_SHOWN);
  }

  add(runs: readonly Run[]): void {
    const family = withSubRuns(runs, this.board.runs);
    const missing = family.filter((run) => !this.#listedIds.has(run.id)).map((run) => run.name);
    if (missing.length > 0) this.view.set({ alsoListed: [...this.view.state.alsoListed, ...missing] });
    // An archived run is listed only together with all others.
    if (family.some((run) => this.#isArchived(run))) this.view.set({ aside: true });
    this.show(runs, true);
  }

  loadShownFirst(): void {
    this.#loadFirst.update(this.board.runs, (run) => this.shownIds.has(run.id));
  }

  /** Request which runs match, where the filter is in the server's language; call it when the filter changed. */
  askFilter(): void {
    const { runFilter } = this.view.state;
    this.#filter.ask(isExpression(runFilter) ? runFilter : null);
  }

  /** Request the matches again; call it when runs changed. */
  refreshFilter(): void {
    this.#filter.refresh();
  }

  /** Archived, or a sub-run of a training that is. */
  #isArchived(run: Run): boolean {
    return run.hidden || (run.parent !== null && this.board.byId.get(run.parent)?.hidden === true);
  }

  #list(): readonly Run[] {
    const { runFilter, aside, alsoListed } = this.view.state;
    const runs = aside ? this.board.runs : this.board.runs.filter((run) => !this.#isArchived(run));
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
