import { expect, it } from 'vitest';
import { DIM, HIDDEN } from '../../charts/cloud/points.ts';
import type { Column } from '../../kinds/embedding/columns.ts';
import type { View } from '../../public/view.ts';
import { asBookmark, settingsOf } from './bookmarks.ts';
import { frameOf } from '../../charts/cloud/camera.ts';
import { classCenters } from './class_centers.ts';
import { decodePoints, encodePoints, MAX_LENGTH } from './encoded_points.ts';
import { pointRecords } from './export.ts';
import { distanceText, percent } from './figures.ts';
import { linkPoints, SAME_POINTS } from './point_link.ts';
import { classCounts, PointSelection, shownShades } from './point_selection.svelte.ts';
import { ProjectorSettings } from './settings.ts';

/** A view that holds nothing but the settings of pages. */
function emptyView(): View {
  const own: Record<string, string | undefined> = {};
  return {
    own: (name: string) => own[name],
    setOwn: (change: Record<string, string | undefined>) => void Object.assign(own, change),
  } as unknown as View;
}

const KEY = { run: 1, name: 'words', step: 100 };

it('asks for PCA of the first components unless something is chosen', () => {
  const question = new ProjectorSettings(emptyView()).question(KEY);
  expect(question).toMatchObject({ method: 'pca', dimensions: 2, components: [0, 1], align: true, seed: 0 });
});

it('holds the parameters of a projection in the link', () => {
  const settings = new ProjectorSettings(emptyView());
  settings.method = 'umap';
  settings.dimensions = 3;
  settings.metric = 'euclidean';
  settings.setNumber('neighbors', 30);
  settings.setColumn('supervised', 'class');
  expect(settings.question(KEY)).toMatchObject({
    ...{ method: 'umap', dimensions: 3, metric: 'euclidean', neighbors: 30, supervised_by: 'class' },
  });
});

it('asks for axes only once every axis has two ends', () => {
  const settings = new ProjectorSettings(emptyView());
  settings.method = 'axes';
  settings.axes = [
    ['man', 'woman'],
    ['', ''],
  ];
  expect(settings.question(KEY)).toBeNull();
  settings.axes = [
    ['man', 'woman'],
    ['king', 'queen'],
  ];
  expect(settings.question(KEY)?.axes[1]?.end.query).toBe('queen');
});

it('forgets columns, point and pose with another embedding', () => {
  const settings = new ProjectorSettings(emptyView());
  settings.setColumn('color', 'class');
  settings.point = 7;
  settings.choose('run', 'other');
  expect([settings.column('color'), settings.point]).toEqual([undefined, null]);
});

it('dims what is not selected and leaves out what is hidden', () => {
  const points = new PointSelection();
  const shades = Uint8Array.of(0, 1, 2);
  points.select(Uint32Array.of(1), 'Lasso');
  expect([...shownShades(shades, points.shown, points.selected, null)]).toEqual([DIM, 1, DIM]);
  points.hide(3);
  expect([...shownShades(shades, points.shown, points.selected, null)]).toEqual([0, HIDDEN, 2]);
  points.select(Uint32Array.of(2), 'Lasso');
  points.isolate(3);
  expect([...shownShades(shades, points.shown, points.selected, null)]).toEqual([HIDDEN, HIDDEN, 2]);
  points.showAll();
  expect(shownShades(shades, points.shown, points.selected, null)).toBe(shades);
});

it('adds to a selection, and counts its classes', () => {
  const points = new PointSelection();
  points.select(Uint32Array.of(2), 'Lasso');
  points.select(Uint32Array.of(0, 2), 'Lasso', true);
  expect([...points.selected]).toEqual([0, 2]);
  expect(classCounts(Uint32Array.of(0, 1, 2), [1, 0, 1], ['a', 'b'])).toEqual([
    { name: 'b', code: 1, count: 2 },
    { name: 'a', code: 0, count: 1 },
  ]);
});

const everySixth = (n: number): Uint32Array => Uint32Array.from({ length: n }, (_, i) => 6 * i);

it.each([
  ['none', new Uint32Array(0), 1],
  ['a long run', Uint32Array.from({ length: 20_000 }, (_, i) => i + 5), 8],
  ['few, far apart', Uint32Array.of(0, 3, 700_000, 4_000_000), 20],
  ['every sixth of 600', everySixth(100), 101],
])('writes points as short text and reads them again: %s', (_, points, longest) => {
  const text = encodePoints(points) ?? '';
  expect(text).toMatch(/^[rm][\w-]*$/);
  expect(text.length).toBeLessThanOrEqual(longest);
  expect(decodePoints(text, 5_000_000)).toEqual(points);
});

it('writes no points that need a long text, and reads none that there are not', () => {
  expect(encodePoints(everySixth(1400))?.length).toBeLessThanOrEqual(MAX_LENGTH);
  expect(encodePoints(everySixth(2000))).toBeNull();
  for (const points of [Uint32Array.of(1, 2, 9), everySixth(10)]) {
    const [text, last] = [encodePoints(points) ?? '', points.at(-1) ?? 0];
    expect([decodePoints(text, last), decodePoints(text, last + 1)]).toEqual([null, points]);
  }
  for (const text of ['', 'x', 'r/', 'r!', 'rf39_', 'r____________________', `m${'_'.repeat(2000)}`])
    expect(decodePoints(text, 100)?.length ?? 0).toBe(0);
});

it('keeps what is selected, isolated and hidden in the link, with the embedding that it is of', () => {
  const settings = new ProjectorSettings(emptyView());
  const made = (): PointSelection => new PointSelection((linked) => settings.setPoints('a', 'words', linked));
  const reopened = (nPoints = 40): PointSelection => {
    const points = made();
    points.follow(settings.pointsOf('a', 'words'), 'words', nPoints);
    return points;
  };
  const points = made();
  points.select(Uint32Array.of(3, 4, 9), 'Lasso');
  points.hide(40);
  points.select(Uint32Array.of(1, 2), 'dog\tcat');
  expect([...reopened().selected]).toEqual([1, 2]);
  expect([reopened().how, reopened().areOthersShown]).toEqual(['dog cat', true]);
  expect(reopened().shown).toEqual(points.shown);
  expect([settings.run, settings.name]).toEqual(['a', 'words']);
  expect(settings.pointsOf('b', 'words')).toEqual({});
  // Points that there are not are ignored.
  expect([reopened(2).selected.length, reopened(2).shown]).toEqual([0, null]);

  points.isolate(40);
  expect([...(reopened().shown ?? [])].flatMap((is, point) => (is ? point : []))).toEqual([1, 2]);
  expect([reopened().areOthersShown, reopened().selected.length]).toEqual([false, 0]);
  points.showAll();
  expect(reopened().shown).toBeNull();
});

it('goes with the link to another selection, and keeps one that is too large for it', () => {
  const settings = new ProjectorSettings(emptyView());
  const points = new PointSelection((linked) => settings.setPoints('a', 'words', linked));
  const follow = (): void => points.follow(settings.pointsOf('a', 'words'), 'words', 20_000);
  follow();
  points.select(Uint32Array.of(7), 'Lasso');
  const linked = settings.pointsOf('a', 'words');
  points.select(everySixth(3000), 'Box');
  follow();
  expect([points.selected.length, points.isSelectedInLink]).toEqual([3000, false]);
  settings.setPoints('a', 'words', linked);
  follow();
  expect([[...points.selected], points.how, points.isSelectedInLink]).toEqual([[7], 'Lasso', true]);
});

it('names classes in their middle, untouched by a stray point', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 1, 0, 1, 1, 0, 90, 90, 0, 5, 5, 0);
  const centers = classCenters(positions, [0, 0, 0, 0, 1], ['a', 'b']);
  expect(centers).toEqual([
    { text: 'a', at: [1, 1, 0], spread: [89, 89, 0], color: null },
    { text: 'b', at: [5, 5, 0], spread: [0, 0, 0], color: null },
  ]);
});

it('does not name classes whose points are hidden', () => {
  const positions = Float32Array.of(0, 0, 0, 5, 5, 0);
  const centers = classCenters(positions, [0, 1], ['a', 'b'], undefined, Uint8Array.of(0, 1));
  expect(centers.map(({ text }) => text)).toEqual(['b']);
});

it('names all classes of very many points where the classes take turns', () => {
  const n = 90_000;
  const names = ['a', 'b', 'c', 'd'];
  const codes = Uint8Array.from({ length: n }, (_, i) => i % 4);
  const positions = Float32Array.from({ length: 3 * n }, (_, at) => Math.floor(at / 3) % 4);
  const centers = classCenters(positions, codes, names);
  expect(centers.map(({ text, at }) => [text, at[0]])).toEqual(names.map((name, i) => [name, i]));
  expect(frameOf(positions).center).toEqual([1.5, 1.5, 1.5]);
});

it("reads TensorBoard's bookmarks, and writes what it reads", () => {
  const { settings, selected } = settingsOf(
    {
      ...{ selectedProjection: 'tsne', tSNEPerplexity: 12, tSNEis3d: true, selectedPoints: [3, -1, 4] },
      ...{ selectedColorOptionName: 'class', selectedLabelOption: 'gone' },
    },
    ['class'],
  );
  expect(settings).toMatchObject({ method: 'tsne', perplexity: '12', dims: '3', color: 'class' });
  expect([settings['label'], selected]).toEqual([undefined, [3, 4]]);

  const own = new ProjectorSettings(emptyView());
  own.method = 'umap';
  const made = asBookmark(
    own,
    {
      facts: null,
      uses: { color: 'class', size: null, label: null },
      projection: { positions: Float32Array.of(1, 2, 0), iteration: 0 } as never,
    },
    { selected: Uint32Array.of(0), shown: null },
  );
  expect(made.projections).toEqual([{ 'umap-0': 1, 'umap-1': 2 }]);
  expect(settingsOf(made, ['class']).settings).toMatchObject({ method: 'umap', color: 'class' });
});

it('writes bookmarks that TensorBoard opens: its names of axes, a learning rate, a filter only where there is one', () => {
  const opened = {
    facts: null,
    uses: { color: null, size: null, label: null },
    projection: { positions: Float32Array.of(1, 2, 0, 3, 4, 0, 5, 6, 0), iteration: 0 } as never,
  };
  const settings = new ProjectorSettings(emptyView());
  settings.components = [0, 2];
  const all = asBookmark(settings, opened, { selected: Uint32Array.of(2), shown: null });
  expect(all.projections?.[0]).toEqual({ 'pca-0': 1, 'pca-2': 2 });
  expect(all.tSNELearningRate).toBe(1);
  expect('filteredPoints' in all).toBe(false);

  settings.method = 'axes';
  const some = asBookmark(settings, opened, { selected: Uint32Array.of(2), shown: Uint8Array.of(0, 1, 1) });
  expect(some.projections).toEqual([
    { 'linear-x': 3, 'linear-y': 4 },
    { 'linear-x': 5, 'linear-y': 6 },
  ]);
  // Points are counted among those that are shown.
  expect([some.filteredPoints, some.selectedPoints]).toEqual([[1, 2], [1]]);
  expect(settingsOf(some, [])).toMatchObject({ selected: [2], shown: [1, 2] });
});

it('links points of two embeddings by number where there are as many, else by names that one point has', () => {
  const named = (texts: string[]): { nPoints: number; label: Column } => ({
    nPoints: texts.length,
    label: { name: 'word', type: 'text', texts },
  });
  expect(linkPoints(named(['a', 'b']), named(['c', 'd']))).toBe(SAME_POINTS);
  const link = linkPoints(named(['a', 'b', 'c', 'c']), named(['c', 'b', 'x', 'a', 'y']));
  expect([...link.allInSecond(Uint32Array.of(0, 1, 2))]).toEqual([1, 3]);
  expect([...link.allInFirst(Uint32Array.of(1, 2))]).toEqual([1]);
  expect([link.inSecond(0), link.inFirst(4), link.nCommon]).toEqual([3, null, 2]);
  const isolated = link.shownInSecond(Uint8Array.of(1, 0, 0, 0), false);
  expect([...(isolated ?? [])]).toEqual([0, 0, 0, 1, 0]);
});

it('exports columns of numbers as numbers, what is missing as null, and long ids as they are', () => {
  const records = pointRecords({
    names: ['point', 'x', 'word', 'loss', 'id', 'selected'],
    rows: [
      [0, 1.5, '7', '0.25', '12345678901234567890', 1],
      [1, NaN, '', '', '7', 0],
      [2, 2, 'b', 'nan', '8', 0],
      [3, 2, 'b', '-inf', '9', 0],
    ],
    numeric: new Set([3, 4]),
  });
  expect(records).toEqual([
    { point: 0, x: 1.5, word: '7', loss: 0.25, id: '12345678901234567890', selected: 1 },
    { point: 1, x: null, word: '', loss: null, id: '7', selected: 0 },
    { point: 2, x: 2, word: 'b', loss: null, id: '8', selected: 0 },
    { point: 3, x: 2, word: 'b', loss: -Infinity, id: '9', selected: 0 },
  ]);
});

it('writes shares and distances in few figures', () => {
  expect([percent(0.034), percent(0.62)]).toEqual(['3.4 %', '62 %']);
  expect([distanceText(0), distanceText(0.04123), distanceText(0.0001)]).toEqual(['0', '0.0412', '1.0e-4']);
});
