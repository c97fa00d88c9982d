// What one chart of scalars shows: its question, the lines that came, and how they are drawn. The card owns it and hands
// it to the chart, which only draws.
import { untrack } from 'svelte';
import type { Range } from '../../../charts/lines/extent.ts';
import type { LineChart } from '../../../charts/lines/line_chart.ts';
import type { ChartLine } from '../../../charts/lines/lines.ts';
import type { ChartOptions, StepMark } from '../../../charts/lines/options.ts';
import { chartRanges } from '../../../charts/lines/ranges.ts';
import type { Line } from '../../../data/frames.ts';
import type { LinesQuestion } from '../../../data/lines_query.ts';
import type { Run, Tag } from '../../../data/shapes.ts';
import { sectionOf } from '../../../public/cards/sections.ts';
import type { Shell } from '../../../public/context.ts';
import { inkOf } from '../../../public/runs/run_ink.ts';
import { rulerRange } from '../../../public/steps/ruler_scale.ts';
import { ChartFeed } from '../data/feed.ts';
import { autoAmounts } from '../options/auto_amounts.svelte.ts';
import { notesOf } from '../notes/step_notes.ts';
import { ScalarSettings, type CardSettings } from '../options/settings.ts';
import { sharedRanges } from '../options/shared_ranges.svelte.ts';
import { asSmoothing } from '../options/smoothing.ts';
import { queryAxis, xKind } from './axis.ts';
import { chartLines, restartsOf, type Shown } from './chart_lines.ts';
import { detail } from './detail.ts';
import { drawnRuns } from './drawn_runs.ts';
import type { Reference } from './rows.ts';
import { shownLines } from './shown.ts';
import { countAmong, runsHaving } from '../../../public/runs/tag_runs.ts';

export interface PlotInput {
  /** All in one chart; the first one names it. */
  tags: readonly Tag[];
  /** Whether the chart is in sight: nothing is requested otherwise. */
  active: boolean;
  /** Names at the ends of the lines, where there is room. */
  endLabels: boolean;
}

const MAX_RESTARTS = 4;
const END_LABELS = { least_width_px: 420, max_lines: 8 };

export class ScalarPlot {
  /** Set by the chart when its size is known: it decides how finely to ask. */
  width_px = $state(0);
  /** The drawing, while there is one: for pictures of it. */
  chart = $state.raw<LineChart | null>(null);
  loading = $state(false);
  error = $state.raw<Error | null>(null);
  /** Whether the x axis reaches to steps that are far beyond those of the other runs. */
  showsFarSteps = $state(false);
  /** What the tooltip compares with, where that is in another chart. */
  reference: Reference | null = null;
  readonly settings: ScalarSettings;
  readonly feed: ChartFeed;

  /** A zoom that is still under way, or that only this chart has. */
  #ownZoom = $state.raw<{ tag: string; range: Range } | null>(null);
  #answers = $state.raw<ChartFeed['answers']>([]);

  readonly tags: readonly Tag[] = $derived.by(() => this.input().tags);
  readonly name: string = $derived(this.tags[0]?.tag ?? '');
  readonly zoom: Range | null = $derived.by(() => {
    if (this.#ownZoom?.tag === this.name) return this.#ownZoom.range;
    return this.#view.linked ? this.#view.zoom : null;
  });
  /** The shown runs that have one of the tags. */
  readonly #having: readonly Run[] = $derived.by(() => runsHaving(this.shell.selection.shown, ...this.tags));
  /** Those whose points are requested. Groups are made of all. */
  readonly #requested: readonly Run[] = $derived.by(() =>
    this.shell.selection.groupBy ? this.#having : drawnRuns(this.#having),
  );
  readonly #requestedIds: ReadonlySet<number> = $derived.by(() =>
    this.#requested === this.#having
      ? this.shell.selection.shownIds
      : new Set(this.#requested.map((run) => run.id)),
  );
  /** How many of how many runs are drawn, where that is a part. */
  readonly drawnPart: { nDrawn: number; nShown: number } | null = $derived(
    this.#requested === this.#having ? null : { nDrawn: this.#requested.length, nShown: this.#having.length },
  );
  /** The runs that are drawn, if x is their step. */
  readonly #stepping: readonly Run[] = $derived.by(() => (this.#view.x === 'step' ? this.#requested : []));
  readonly #robust = $derived(rulerRange(this.#stepping.flatMap((run) => run.last_step ?? [])));
  /** Runs whose last step is so far beyond the others that these would be a line at the left. */
  readonly far: readonly Run[] = $derived(
    this.#stepping
      .filter((run) => this.#robust.beyond.includes(run.last_step ?? 0))
      .sort((a, b) => (a.last_step ?? 0) - (b.last_step ?? 0)),
  );
  /** The part of the x axis to show; null: all of it. */
  readonly range: Range | null = $derived.by(() => {
    if (this.zoom || this.far.length === 0 || this.showsFarSteps) return this.zoom;
    return [0, this.#robust.end];
  });
  readonly question: Omit<LinesQuestion, 'tag'> = $derived.by(() => ({
    x: queryAxis(this.#view.x),
    range: this.range,
    ...detail(this.width_px, this.#countLines()),
    smoothing: asSmoothing(this.#view.smoothingKind, this.#view.smoothing, this.width_px),
    superseded: this.#view.superseded,
  }));
  /** The run or group that others are compared with. */
  readonly baseline: number | null = $derived.by(() => this.#findBaseline());
  readonly shown: readonly Shown[] = $derived.by(() => {
    void this.#answers;
    void this.shell.theme.name;
    return shownLines(this.feed, this.tags, this.shell, this.baseline);
  });
  /** As they came from the server. */
  readonly lines: readonly Line[] = $derived(this.shown.map((one) => one.line));
  /** As they are drawn. */
  readonly drawn: readonly ChartLine[] = $derived.by(() =>
    chartLines(this.shown, {
      tags: this.tags.map((one) => one.tag),
      right: this.settings.right,
      difference: this.settings.difference,
      superseded: this.#view.superseded,
    }),
  );
  readonly longest: Line | null = $derived(
    this.lines.reduce<Line | null>((best, line) => (best && best.total >= line.total ? best : line), null),
  );
  readonly #card: CardSettings = $derived.by(() => this.settings.card(this.name));
  readonly #options: ChartOptions = $derived.by(() => this.#makeOptions());
  readonly #section: string = $derived(sectionOf(this.name));
  readonly #rangeRule: Range | 'own' | 'shared' = $derived.by(() => {
    if (this.#card.range !== 'page') return this.#card.range;
    return this.#view.yRange ?? (this.#view.sharedY ? 'shared' : 'own');
  });
  readonly options: ChartOptions = $derived.by(() => ({ ...this.#options, yRange: this.#yRange() }));

  /** Make it while a component is made: it asks and follows as long as that lives. */
  constructor(
    readonly shell: Shell,
    readonly input: () => PlotInput,
  ) {
    this.settings = new ScalarSettings(shell.view);
    this.feed = new ChartFeed({ generations: shell.board.generations }, () => this.#update());
    $effect(() => this.#ask());
    $effect(() => {
      const isHeld = !this.input().active || shell.live.paused;
      untrack(() => this.feed.hold(isHeld));
    });
    $effect(() => this.#shareRange());
    $effect(() => {
      const amount = this.input().active ? (this.longest?.smoothing ?? null) : null;
      untrack(() => autoAmounts.report(this, amount));
    });
    $effect(() => () => autoAmounts.report(this, null));
    $effect(() => {
      const section = this.#section;
      return () => sharedRanges.report(section, this, null);
    });
    $effect(() => () => this.feed.stop());
  }

  /** Show a part of the x axis in this chart alone; null: no such part. */
  zoomAlone(range: Range | null): void {
    this.#ownZoom = range && { tag: this.name, range };
  }

  retry(): void {
    this.feed.retry();
  }

  /** Give back the lines of a chart that was not seen for long; they come again when it is active. */
  release(): void {
    this.feed.stop();
    this.#update();
  }

  get #view(): Shell['view']['state'] {
    return this.shell.view.state;
  }

  #ask(): void {
    const { selection } = this.shell;
    if (!this.input().active || this.width_px === 0) return;
    const question = {
      ...this.question,
      tags: this.tags,
      runs: this.#requestedIds,
      by: selection.groupBy,
      band: this.#view.band,
    };
    untrack(() => this.feed.ask(question));
  }

  #update(): void {
    this.loading = this.feed.loading;
    this.error = this.feed.error;
    const answers = this.feed.answers;
    const before = untrack(() => this.#answers);
    if (answers.length !== before.length || answers.some((one, i) => one !== before[i]))
      this.#answers = answers;
  }

  #countLines(): number {
    const { selection } = this.shell;
    if (selection.groupBy) return selection.groups.length;
    const ids = this.#requestedIds;
    return this.tags.reduce((n, tag) => n + countAmong(ids, tag), 0);
  }

  #findBaseline(): number | null {
    const { board, selection } = this.shell;
    const run = board.runs.find((one) => one.name === this.#view.baseline);
    if (!run || !selection.groupBy) return run?.id ?? null;
    const group = selection.groupOf.get(run.id);
    return group === undefined ? null : selection.groupId(group);
  }

  #makeOptions(): ChartOptions {
    const { settings } = this;
    const view = this.#view;
    const yScale = this.#card.scale === 'page' ? view.y : this.#card.scale;
    const isDifference = settings.difference !== 'off';
    const restarts = view.superseded ? restartsOf(this.lines).slice(0, MAX_RESTARTS) : [];
    return {
      xKind: xKind(view.x),
      xScale: view.xScale,
      yScale: isDifference && yScale !== 'linear' ? 'symlog' : yScale,
      range: this.range,
      yRange: null,
      ignoreOutliers: view.outliers,
      showRaw: view.raw,
      endLabels: this.#hasEndLabels(),
      thresholds: isDifference
        ? [{ y: 0, text: '' }]
        : settings.notes.thresholds.filter((one) => one.tag === this.name),
      marks:
        view.x === 'step'
          ? [...settings.notes.marks, ...restarts.map((x) => ({ x, text: 'restart' })), ...this.#noteMarks()]
          : [],
    };
  }

  /** What people noted at steps of the shown runs. */
  #noteMarks(): StepMark[] {
    const { selection } = this.shell;
    return notesOf(selection.shown, this.name).map(({ run, note }) => ({
      x: note.step,
      text: note.text,
      color: inkOf(selection.color(run.id)),
    }));
  }

  #hasEndLabels(): boolean {
    const { drawn } = this;
    return (
      this.input().endLabels &&
      this.width_px >= END_LABELS.least_width_px &&
      drawn.length > 1 &&
      drawn.length <= END_LABELS.max_lines &&
      !drawn.some((line) => line.right)
    );
  }

  #yRange(): Range | null {
    const zoom = this.settings.yZoom(this.name);
    if (zoom) return zoom;
    const rule = this.#rangeRule;
    if (rule === 'shared') return sharedRanges.of(this.#section);
    return rule === 'own' ? null : rule;
  }

  /** Tell the section which range this chart would take by itself. */
  #shareRange(): void {
    const section = this.#section;
    const isShared = this.#rangeRule === 'shared' && this.drawn.length > 0;
    const own = isShared ? chartRanges(this.drawn, this.#options).left : null;
    untrack(() => sharedRanges.report(section, this, own));
  }
}
