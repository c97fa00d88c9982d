// Everything the palette finds: tags of any kind, runs, pages, actions.
import type { Tag } from '../../data/shapes.ts';
import { KINDS } from '../../kinds/index.ts';
import type { Shell } from '../../public/context.ts';
import { shownName } from '../../public/runs/names.ts';
import type { Action } from './actions.ts';
import { pageList } from '../page_list.svelte.ts';
import { canOpen } from '../pages.ts';
import type { Command } from './palette.ts';

export function allCommands(shell: Shell, actions: readonly Action[]): Command[] {
  const { board, view, selection } = shell;
  return [
    ...board.tags.map((tag): Command => ({
      group: 'Tags',
      text: searchText(tag),
      detail: detailOf(tag),
      run: () => openTag(shell, tag),
    })),
    ...board.runs.map((run): Command => ({
      group: 'Runs',
      text: shownName(run),
      detail: 'only this run',
      run: () => selection.showOnly([run]),
    })),
    ...pageList.all
      .filter((page) => canOpen(page, board))
      .map((page): Command => ({
        group: 'Pages',
        text: page.title,
        detail: 'page',
        run: () => view.go(page.slug),
      })),
    ...actions
      .filter((one) => one.text !== '')
      .map((one): Command => ({
        group: 'Actions',
        text: one.text,
        detail: one.shown,
        run: () => one.run(''),
      })),
  ];
}

/** Both names of a tag that has two: people look for either. */
function searchText({ tag, display_name }: Tag): string {
  return display_name && display_name !== tag ? `${display_name} · ${tag}` : tag;
}

function detailOf(tag: Tag): string {
  return KINDS.get(tag.kind)?.describe(tag) ?? tag.kind;
}

/** A tag's own page with its card; one whose kind has no page is found in the overview. */
function openTag({ view }: Shell, tag: Tag): void {
  const page = KINDS.get(tag.kind)?.page ?? pageList.all.find(({ kinds }) => kinds.includes(tag.kind))?.slug;
  if (page !== undefined) view.go(page, tag.tag);
  else view.set({ page: 'tags', expanded: null, tagFilter: tag.tag.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') });
}
