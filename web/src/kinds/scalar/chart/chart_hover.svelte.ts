// What follows the pointer over one chart: the crosshair, the nearest line, the table of values, a group's members.
import type { LineChart } from '../../../charts/lines/line_chart.ts';
import { GroupMembers } from '../data/group_members.ts';
import { flagText } from './axis.ts';
import { fromKey, lineKey } from './chart_lines.ts';
import type { CrosshairPlace } from './CrosshairLine.svelte';
import { tipTable, type TipTable } from './rows.ts';
import type { ScalarPlot } from './scalar_plot.svelte.ts';

/** Called with the values at the pointer, and where it is from the left of the chart; null: it left. */
export type OnTip = (tip: TipTable | null, x_px: number) => void;

const MEMBER_BUCKETS = 150;
/** With more lines, dots on all of them in every linked chart would only flicker. */
const MAX_DOTTED_LINES = 12;

export class ChartHover {
  place = $state.raw<CrosshairPlace | null>(null);
  #y_px = 0;
  /** The line that the pointer chose: the crosshair stands on a point of it, so that flag and table say the same step. */
  #key: string | null = null;
  readonly #members: GroupMembers;

  constructor(
    readonly plot: ScalarPlot,
    readonly chart: LineChart,
    readonly onTip: OnTip,
    readonly maxRows: number,
  ) {
    const { generations } = plot.shell.board;
    this.#members = new GroupMembers({ generations }, () => this.update());
  }

  /** The pointer is over this chart; with null it left. */
  point(x: number | null, y_px: number): void {
    this.#y_px = y_px;
    this.#key = x === null ? null : this.chart.nearest(x, y_px);
    const { crosshair } = this.plot.shell;
    if (x === null) crosshair.set(null, null);
    else crosshair.set(this.#key === null ? x : (this.chart.pointNear(this.#key, x) ?? x), this);
  }

  /** Follow the crosshair of all charts, and what is drawn now. */
  update(): void {
    const { crosshair, view, selection } = this.plot.shell;
    const { chart } = this;
    const { x } = crosshair;
    const own = crosshair.source === this;
    if (x === null || (!own && !view.state.linked) || x < chart.xRange[0] || x > chart.xRange[1]) {
      if (this.place?.own) this.#leave();
      this.place = null;
      return;
    }
    const { left, top, height } = chart.box;
    const left_px = left + chart.xToPx(x);
    this.place = { left: left_px, top, height, own, text: own ? flagText(view.state.x, x) : '' };
    if (own) this.#showValues(x, left_px);
    else
      chart.highlight(
        this.#keyOfRun(selection.hovered),
        this.plot.drawn.length <= MAX_DOTTED_LINES ? x : null,
      );
  }

  /** Lift the line of a run that is pointed at elsewhere. */
  highlightRun(run: number | null): void {
    if (!this.place?.own) this.chart.highlight(this.#keyOfRun(run), null);
  }

  stop(): void {
    this.#members.stop();
  }

  #keyOfRun(run: number | null): string | null {
    if (run === null) return null;
    return this.plot.drawn.find((line) => line.key.startsWith(`${String(run)} `))?.key ?? null;
  }

  #showValues(x: number, x_px: number): void {
    const { plot, chart } = this;
    const { selection } = plot.shell;
    const key = this.#key;
    const nearest = key === null ? null : fromKey(key);
    const group = selection.groupBy ? plot.drawn.find((line) => line.key === key) : undefined;
    if (selection.groupBy) this.#showMembers(key);
    chart.highlight(key, x, this.#members.lines(group));
    selection.hovered = nearest?.run ?? null;
    const rights = new Map(plot.drawn.map((line) => [line.key, line.right]));
    const tip = tipTable(plot.lines, {
      x,
      nearest,
      baseline: plot.baseline,
      reference: plot.reference,
      maxRows: this.maxRows,
      order: plot.settings.tipOrder,
      name: (line) => selection.label(line.run),
      distance: (line, value) => chart.distance_px(value, this.#y_px, rights.get(lineKey(line)) ?? false),
    });
    this.onTip(tip, x_px);
  }

  #showMembers(key: string | null): void {
    const { plot } = this;
    const { run, tag } = key === null ? { run: 0, tag: '' } : fromKey(key);
    const group = plot.feed.groupLines(tag).find((line) => plot.shell.selection.groupId(line.group) === run);
    if (key === null || !group || plot.settings.difference !== 'off') this.#members.hide();
    else this.#members.show(key, group.runs, { ...plot.question, tag, width_px: MEMBER_BUCKETS });
  }

  #leave(): void {
    this.chart.highlight(null, null);
    this.#members.hide();
    this.plot.shell.selection.hovered = null;
    this.onTip(null, 0);
  }
}
