// The lines a chart shows of its feed: those of shown runs or groups, with their names and colors.
import { NOTHING_SPARE } from '../../../charts/base/short_name.ts';
import { chartTheme } from '../../../charts/base/theme.ts';
import type { Tag } from '../../../data/shapes.ts';
import type { Shell } from '../../../public/context.ts';
import { shownName } from '../../../public/runs/names.ts';
import type { Shown } from './chart_lines.ts';
import type { ChartFeed } from '../data/feed.ts';

export function shownLines(
  feed: ChartFeed,
  tags: readonly Tag[],
  { selection, view, board }: Shell,
  baseline: number | null,
): Shown[] {
  const colors = chartTheme();
  const look = (id: number): Pick<Shown, 'color' | 'dash' | 'baseline'> => {
    const { slot, css, dash } = selection.color(id);
    return { color: colors.runs[slot] ?? css, dash, baseline: id === baseline };
  };
  // Lines of an older grouping or selection stay away until the new ones are here.
  return tags.flatMap(({ tag }): Shown[] => [
    ...feed.groupLines(tag).flatMap((line): Shown[] => {
      if (!selection.groups.includes(line.group)) return [];
      const id = selection.groupId(line.group);
      return [
        {
          line: { ...line, run: id },
          label: selection.label(id),
          spare: NOTHING_SPARE,
          ...look(id),
          live: false,
          band: view.state.band === 'none' ? null : line.band,
        },
      ];
    }),
    ...feed.lines(tag).flatMap((line): Shown[] => {
      const run = selection.shownIds.has(line.run) ? board.byId.get(line.run) : undefined;
      return run
        ? [
            {
              line,
              label: shownName(run),
              spare: selection.spareParts(shownName(run)),
              ...look(line.run),
              live: run.state === 'live',
              band: null,
            },
          ]
        : [];
    }),
  ]);
}
