// What one chart of margins shows: its question, the lines that came, and how they are drawn. The card owns it and hands
// it to the chart, which only draws.
import type { LineChart } from '../../charts/lines/line_chart.ts';
import type { ChartLine } from '../../charts/lines/lines.ts';
import { decodeLines, type Line } from '../../data/frames.ts';
import type { SeriesParams } from '../../data/shapes.ts';
import { queryAxis } from '../../kinds/scalar/chart/axis.ts';
import { asSmoothing } from '../../kinds/scalar/options/smoothing.ts';
import type { Shell } from '../../public/context.ts';
import { liveQuery, type Answer, type KindQuestion } from '../../public/live_query.svelte.ts';
import { inkOf } from '../../public/runs/run_ink.ts';
import type { Margin } from './layout.ts';
import { marginLines } from './margins.ts';

export interface MarginInput {
  margins: readonly Margin[];
  runs: readonly number[];
  /** Whether the chart is in sight: nothing is requested otherwise. */
  active: boolean;
}

export class MarginPlot {
  /** Set by the chart when its size is known: it decides how finely to ask. */
  width_px = $state(0);
  /** The drawing, while there is one: for pictures of it. */
  chart = $state.raw<LineChart | null>(null);
  readonly answer: Answer<Line[]>;
  /** As they came from the server. */
  readonly lines: readonly Line[] = $derived.by(() =>
    (this.answer.value ?? []).filter((line) => this.shell.selection.shownIds.has(line.run)),
  );
  /** As they are drawn. */
  readonly drawn: readonly ChartLine[] = $derived.by(() => this.#draw());

  /** Make it while a component is made: it asks and follows as long as that lives. */
  constructor(
    readonly shell: Shell,
    readonly input: () => MarginInput,
  ) {
    this.answer = liveQuery(
      () => this.#question(),
      (bytes) => decodeLines(bytes, queryAxis(shell.view.state.x)),
    );
  }

  #question(): KindQuestion | null {
    const { margins, runs, active } = this.input();
    const { state } = this.shell.view;
    if (!active || this.width_px === 0 || runs.length === 0) return null;
    const params: SeriesParams = {
      runs,
      tags: [...new Set(margins.flatMap(({ value, lower, upper }) => [value, lower, upper]))],
      x: queryAxis(state.x),
      range: state.zoom,
      width_px: Math.ceil(this.width_px / 100) * 100,
      smoothing: asSmoothing(state.smoothingKind, state.smoothing, this.width_px),
      superseded: state.superseded,
      raw: true,
    };
    return { kind: 'scalar', query: 'series', params, runs };
  }

  #draw(): ChartLine[] {
    const { selection, board, theme } = this.shell;
    void theme.name;
    return marginLines(this.input().margins, this.lines, (run) => ({
      label: selection.label(run),
      spare: selection.spareParts(selection.label(run)),
      color: inkOf(selection.color(run)),
      live: board.byId.get(run)?.state === 'live',
    }));
  }
}
