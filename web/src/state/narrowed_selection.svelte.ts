// A selection that shows given runs, listed or not, in the colors and groups of the whole selection.
import type { GroupBy, Run } from '../data/shapes.ts';
import type { Board } from '../public/board.ts';
import type { Shell } from '../public/context.ts';
import type { RunColor } from '../public/runs/colors.ts';
import { commonParts, shownName, type CommonParts } from '../public/runs/names.ts';
import type { RunHparams, Selection } from '../public/selection.ts';

const NO_GROUPS: ReadonlyMap<number, string> = new Map();

export class NarrowedSelection implements Selection {
  readonly board: Board;
  readonly whole: Selection;
  marked = $state.raw<ReadonlySet<number>>(new Set());
  hovered = $state<number | null>(null);
  readonly filterProblem = null;

  readonly shown: readonly Run[] = $derived.by(() => this.board.runs.filter((run) => this.isShown(run)));
  readonly shownIds: ReadonlySet<number> = $derived(new Set(this.shown.map((run) => run.id)));
  readonly nShown: number = $derived(this.shown.filter((run) => run.parent === null).length);
  readonly commonParts: CommonParts = $derived.by(() => commonParts(this.board.runs.map(shownName)));

  constructor(
    { board, selection }: Pick<Shell, 'board' | 'selection'>,
    readonly runs: () => ReadonlySet<number>,
    readonly isGrouped: boolean,
  ) {
    this.board = board;
    this.whole = selection;
  }

  get listed(): readonly Run[] {
    return this.board.runs;
  }

  get nListed(): number {
    return this.board.nRuns;
  }

  get nArchived(): number {
    return this.whole.nArchived;
  }

  get hparams(): RunHparams {
    return this.whole.hparams;
  }

  get groups(): readonly string[] {
    return this.isGrouped ? this.whole.groups : [];
  }

  get groupOf(): ReadonlyMap<number, string> {
    return this.isGrouped ? this.whole.groupOf : NO_GROUPS;
  }

  get groupBy(): GroupBy | null {
    return this.isGrouped ? this.whole.groupBy : null;
  }

  get legend(): Selection['legend'] {
    return this.whole.legend;
  }

  isShown(run: Run): boolean {
    return this.runs().has(run.id);
  }

  concerns(runIds: readonly number[]): boolean {
    return runIds.some((id) => this.shownIds.has(id));
  }

  color(id: number): RunColor {
    return this.isGrouped ? this.whole.color(id) : this.whole.ownColor(id);
  }

  ownColor(id: number): RunColor {
    return this.whole.ownColor(id);
  }

  label(id: number): string {
    return this.whole.label(id);
  }

  spareParts(name: string): CommonParts {
    return this.whole.spareParts(name);
  }

  shortLabel(id: number, most: number): string {
    return this.whole.shortLabel(id, most);
  }

  groupId(name: string): number {
    return this.whole.groupId(name);
  }

  isPinned(run: Run): boolean {
    return this.whole.isPinned(run);
  }

  // Which runs the part shows is decided by `runs`; what people change concerns the whole page.

  toggle(run: Run): void {
    this.whole.toggle(run);
  }

  show(runs: readonly Run[], shown: boolean): void {
    this.whole.show(runs, shown);
  }

  showOnly(runs: readonly Run[]): void {
    this.whole.showOnly(runs);
  }

  showAll(): void {
    this.whole.showAll();
  }

  solo(run: Run): void {
    this.whole.solo(run);
  }

  add(runs: readonly Run[]): void {
    this.whole.add(runs);
  }

  loadShownFirst(): void {
    this.whole.loadShownFirst();
  }
}
