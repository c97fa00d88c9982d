import { expect, it } from 'vitest';
import type { Run, Tag } from '../../data/shapes.ts';
import type { Page } from '../../public/page.ts';
import { commandOf, offeredPages, wishOf, type ShareChoice, type Shared } from './share_choice.ts';

const CHOICE: ShareChoice = {
  name: ' Week 46 ',
  note: '',
  runs: 'shown',
  tags: 'matching',
  without: new Set(),
  texts: true,
  images: true,
  scrubs: true,
};
const page = (slug: string): Page => ({ slug }) as Page;
const SHARED: Shared = {
  shown: [{ id: 3 } as Run],
  listed: [{ id: 3 } as Run, { id: 4 } as Run],
  tags: [{ tag: 'val/loss' }, { tag: 'train/loss' }, { tag: 'val/loss' }] as Tag[],
  tagFilter: '^val',
  pages: [page('scalars'), page('images')],
  hash: '#/scalars?smooth=0.5',
};

it('asks for the shown runs, the matching tags once, and all pages', () => {
  expect(wishOf(CHOICE, SHARED)).toEqual({
    name: 'Week 46',
    note: '',
    runs: [3],
    tags: ['val/loss'],
    pages: null,
    view: '#/scalars?smooth=0.5',
    text: true,
    images: true,
    keep_paths: false,
  });
});

it('asks for everything where that is chosen, and leaves pages out', () => {
  const wish = wishOf({ ...CHOICE, runs: 'all', tags: 'all', without: new Set(['images']) }, SHARED);
  expect([wish.runs, wish.tags, wish.pages]).toEqual([null, null, ['scalars']]);
});

it('does not list tags where nothing filters them', () => {
  expect(wishOf(CHOICE, { ...SHARED, tagFilter: ' ' }).tags).toBeNull();
});

it('writes a command that a shell reads as one', () => {
  const command = commandOf(
    { ...CHOICE, note: "it's done", images: false },
    SHARED,
    ['/logs/my runs'],
    'folder',
  );
  expect(command).toBe(
    "sightline share '/logs/my runs' -o site/ --name 'Week 46' --note 'it'\\''s done' --view '#/scalars?smooth=0.5' --no-images",
  );
});

it('offers pages that a report can show', () => {
  expect(offeredPages([page('scalars'), page('profile'), page('tags')]).map(({ slug }) => slug)).toEqual([
    'scalars',
  ]);
});
