// Layouts of charts: what the runs logged and what was made in the page, as one list of categories.
import type { Tag } from '../../data/shapes.ts';
import { natural } from '../../public/runs/natural.ts';

export interface Margin {
  value: string;
  lower: string;
  upper: string;
}

/** Several tags by regular expressions, or lines within bands; one of both lists is empty. */
export interface Chart {
  title: string;
  tags: readonly string[];
  margins: readonly Margin[];
}

export interface Category {
  title: string;
  charts: readonly Chart[];
  closed: boolean;
}

/** What the server says of an expression. */
export interface Match {
  tags: readonly string[];
  fault: string | null;
}

/** A chart made in the page; `name` is the one it is saved under. */
export interface Made {
  name: string;
  category: string;
  chart: Chart;
}

/** A chart with where it stands. */
export interface Placed {
  key: string;
  chart: Chart;
  /** Null for charts that a run logged. */
  made: Made | null;
}

export interface Group {
  title: string;
  closed: boolean;
  charts: readonly Placed[];
}

const PREFIX = 'layout: ';

/** The name it is saved under is part of an address, where a slash would part it. */
export function nameOf(category: string, title: string): string {
  return `${PREFIX}${category} · ${title}`.replaceAll('/', '∕');
}

/** Charts among the saved views; other views are left out. */
export function madeOf(views: readonly { name: string; state: unknown }[]): Made[] {
  return views.flatMap(({ name, state }): Made[] => {
    const saved = state as { category?: unknown; chart?: Partial<Chart> } | null;
    if (
      !name.startsWith(PREFIX) ||
      typeof saved?.category !== 'string' ||
      typeof saved.chart?.title !== 'string'
    )
      return [];
    const { title, tags = [], margins = [] } = saved.chart;
    return [
      {
        name,
        category: saved.category,
        chart: {
          title,
          tags: tags.map(String),
          margins: margins.map(({ value, lower, upper }) => ({ value, lower, upper })),
        },
      },
    ];
  });
}

/** All charts by category: logged ones first, made ones behind them or in categories of their own. */
export function groupsOf(logged: readonly Category[], made: readonly Made[]): Group[] {
  const groups = new Map<string, { title: string; closed: boolean; charts: Placed[] }>();
  const group = (title: string, closed: boolean): Placed[] => {
    const known = groups.get(title) ?? { title, closed, charts: [] };
    groups.set(title, known);
    return known.charts;
  };
  for (const { title, charts, closed } of logged) {
    const list = group(title, closed);
    for (const chart of charts)
      list.push({ key: `${title}/${chart.title || 'untitled'} ${String(list.length)}`, chart, made: null });
  }
  for (const one of [...made].sort((a, b) => natural(a.name, b.name)))
    group(one.category, false).push({
      key: `${one.category}/${one.chart.title}`,
      chart: one.chart,
      made: one,
    });
  return [...groups.values()];
}

export function patternsOf(groups: readonly Group[]): string[] {
  return [...new Set(groups.flatMap((group) => group.charts.flatMap(({ chart }) => chart.tags)))].sort();
}

/** The scalars of a multiline chart in the order of its expressions, and what is wrong with those that mean none. */
export function resolve(
  chart: Chart,
  matches: Readonly<Record<string, Match>>,
  scalars: ReadonlyMap<string, Tag>,
): { tags: Tag[]; faults: string[] } {
  const names = [...new Set(chart.tags.flatMap((pattern) => matches[pattern]?.tags ?? []))];
  const faults = chart.tags.flatMap((pattern) => {
    const found = matches[pattern];
    if (found?.fault) return [`${pattern}: ${found.fault}`];
    return found?.tags.length === 0 ? [`No scalar matches ${pattern}`] : [];
  });
  return { tags: names.flatMap((name) => scalars.get(name) ?? []), faults };
}

/** Tags of margins that no run has. */
export function missing(chart: Chart, scalars: ReadonlyMap<string, Tag>): string[] {
  const names = chart.margins.flatMap(({ value, lower, upper }) => [value, lower, upper]);
  return [...new Set(names)].filter((name) => !scalars.has(name));
}
