// The sweep on the page: trials, what passes the filters, in which order and colors; all parts of the page share it.
import { N_SHADES, ramp, shadesOf, slotsOf, type Shading } from '../../charts/base/ramp.ts';
import type { Run } from '../../data/shapes.ts';
import { passing } from '../../kinds/hparams/filters.ts';
import { nameRanks, orderRows, type SortKey } from '../../kinds/hparams/order.ts';
import { decodeTrials, NO_TRIALS, type TrialColumn, type Trials } from '../../kinds/hparams/trials.ts';
import { liveQuery, type Answer } from '../../public/live_query.svelte.ts';
import type { Shell } from '../../public/context.ts';
import { direction, type Direction } from '../../public/runs/direction.ts';
import type { FilterProblem } from '../../public/filters/filter.ts';
import { FilterQuery } from '../../public/filters/filter_query.svelte.ts';
import { commonParts, type CommonParts } from '../../public/runs/names.ts';
import { axisColumns, shownColumns } from './columns.ts';
import { PageSettings } from './page_settings.svelte.ts';
import { SWEEP_PACE, tableQuestion } from './question.ts';
import { writeSettings, type Settings } from './settings.ts';

/** A filter that is being typed is sent once typing pauses. */
const FILTER_MS = 120;
/** Names are sorted by under this id, beside those of columns. */
export const NAME = 'name';

export class Sweep {
  readonly settings: PageSettings;
  readonly answer: Answer<Trials>;
  /** The row under the pointer, in whichever part of the page. */
  hovered = $state<number | null>(null);
  readonly #filter: FilterQuery;
  readonly filterProblem: FilterProblem | null = $derived.by(() => this.#filter.problem);

  readonly trials: Trials = $derived.by(() => this.answer.value ?? NO_TRIALS);
  readonly byId: ReadonlyMap<string, TrialColumn> = $derived(
    new Map(this.trials.columns.map((column) => [column.id, column])),
  );
  /** The metric that the page is about. */
  readonly metric: TrialColumn | null = $derived(
    this.trials.columns.find((column) => column.role === 'metric') ?? null,
  );
  readonly goal: Direction = $derived.by(
    () => this.settings.goal ?? (this.metric ? direction(this.metric.key) : null),
  );
  readonly columns: readonly TrialColumn[] = $derived.by(() =>
    shownColumns(this.trials.columns, this.settings),
  );
  readonly axes: readonly TrialColumn[] = $derived.by(() =>
    axisColumns(this.trials.columns, this.settings, this.byId),
  );
  readonly mask: Uint8Array = $derived.by(() => this.#mask());
  readonly sort: readonly SortKey[] = $derived.by(
    () =>
      this.settings.sort ?? (this.metric ? [{ id: this.metric.id, descending: this.goal === 'higher' }] : []),
  );
  readonly #ordered: Uint32Array = $derived.by(() => this.#order());
  /** Rows that pass, in order. */
  readonly rows: Uint32Array = $derived(this.#ordered.filter((row) => this.mask[row] === 1));
  readonly names: readonly string[] = $derived.by(() => this.#names());
  readonly common: CommonParts = $derived(commonParts(this.names));
  readonly color: TrialColumn | null = $derived.by(
    () => this.byId.get(this.settings.color ?? '') ?? this.metric,
  );
  readonly shading: Shading = $derived.by(() => this.#shading());

  /** Make it while a component is made: it asks and follows as long as that lives. */
  constructor(readonly shell: Shell) {
    this.settings = new PageSettings(shell.view);
    this.answer = liveQuery(() => tableQuestion(this.settings), decodeTrials, SWEEP_PACE);
    this.#filter = new FilterQuery(shell.board, FILTER_MS);
    $effect(() => this.#filter.ask(this.settings.filter.trim() || null));
    $effect(() => {
      void this.trials;
      this.#filter.refresh();
    });
    $effect(() => () => this.#filter.stop());
  }

  set(change: Partial<Settings>): void {
    this.shell.view.setOwn(writeSettings(change));
  }

  /** Whether lower, higher or neither is better in a column. */
  goalOf(column: TrialColumn): Direction {
    return column === this.metric ? this.goal : column.role === 'metric' ? direction(column.key) : null;
  }

  /** Axes have the better end on top, unless a person turned them. */
  isFlipped(column: TrialColumn): boolean {
    return (this.goalOf(column) === 'lower') !== this.settings.flipped.includes(column.id);
  }

  /** Whether any run of a row is drawn on the other pages. */
  isShown(row: number): boolean {
    return this.runsOf(row).some((id) => this.shell.selection.shownIds.has(id));
  }

  runsOf(row: number): number[] {
    return Array.from(this.trials.runs(row));
  }

  /** Show or hide all runs of a row everywhere. */
  toggleShown(row: number): void {
    this.shell.selection.show(this.runsIn([row]), !this.isShown(row));
  }

  /** Draw the runs of these rows everywhere, and no others. */
  showOnly(rows: Iterable<number>): void {
    this.shell.selection.showOnly(this.runsIn(rows));
  }

  runsIn(rows: Iterable<number>): Run[] {
    const { byId } = this.shell.board;
    return [...rows]
      .flatMap((row) => this.runsOf(row))
      .map((id) => byId.get(id))
      .filter((run) => run !== undefined);
  }

  #mask(): Uint8Array {
    const mask = passing(this.trials.n, this.byId, this.settings.filters);
    const { matches } = this.#filter;
    if (matches)
      mask.forEach((_, row) => {
        if (!this.runsOf(row).some((id) => matches.has(id))) mask[row] = 0;
      });
    return mask;
  }

  #order(): Uint32Array {
    const all = Uint32Array.from(this.trials.run, (_, row) => row);
    const keys = this.sort.flatMap(({ id, descending }) => {
      const numbers = id === NAME ? nameRanks(this.names) : this.byId.get(id)?.numbers;
      return numbers ? [{ numbers, descending }] : [];
    });
    return orderRows(all, keys);
  }

  #names(): readonly string[] {
    const { board } = this.shell;
    return this.trials.names.map(
      (name, row) => board.byId.get(this.trials.run[row] ?? -1)?.display_name || name,
    );
  }

  #shading(): Shading {
    void this.shell.theme.name;
    const style = getComputedStyle(document.documentElement);
    const read = (name: string): string => style.getPropertyValue(name).trim();
    const gray = read('--ink-4');
    const column = this.color;
    if (!column) return { shades: new Uint8Array(this.trials.n), palette: [read('--ink-3'), gray] };
    if (column.words && column.words.length <= 12) {
      const slots = Array.from({ length: 12 }, (_, i) => read(`--run-${String(i + 1)}`));
      return { shades: slotsOf(column.numbers, 12), palette: [...slots, gray] };
    }
    // The faintest two are for areas; a line or a point in them would not be seen.
    const stops = [3, 4, 5, 6, 7].map((i) => read(`--seq-${String(i)}`));
    return {
      shades: shadesOf(column.numbers, this.goalOf(column) === 'lower'),
      palette: [...ramp(stops, N_SHADES), gray],
    };
  }
}
