import { expect, expectTypeOf, it } from 'vitest';
import { queryUrl, shortQueryUrl, type KindQuery, type KindsWith } from './kind_query.ts';

const EXPORT = {
  kind: 'scalar',
  query: 'export',
  params: { format: 'csv', tags: ['a/b?c&d=ä'], range: [0, 10] },
} as const;

it('queryUrl makes addresses that survive any tag', () => {
  const url = new URL(queryUrl(EXPORT), 'http://host/');
  expect(url.pathname).toBe('/api/v1/kinds/scalar/export');
  expect(JSON.parse(url.searchParams.get('params') ?? '')).toEqual(EXPORT.params);
});

it('shortQueryUrl is null where the parameters are too long for an address', () => {
  const runs = Array.from({ length: 5000 }, (_, i) => i);
  expect(shortQueryUrl(EXPORT)).toBe(queryUrl(EXPORT));
  expect(shortQueryUrl({ kind: 'scalar', query: 'export', params: { ...EXPORT.params, runs } })).toBeNull();
});

// Checked by svelte-check: each line below fails it when the error it expects is gone.
it('KindQuery takes only the kinds, queries and parameters that the server declares', () => {
  const queries: KindQuery[] = [
    { kind: 'scalar', query: 'series', params: { tags: ['loss'], width_px: 400 } },
    // @ts-expect-error: misspelled parameter
    { kind: 'scalar', query: 'series', params: { tags: ['loss'], widthpx: 400 } },
    // @ts-expect-error: a parameter of another type
    { kind: 'scalar', query: 'series', params: { tags: 'loss' } },
    // @ts-expect-error: a required parameter is missing
    { kind: 'scalar', query: 'spans', params: { tags: ['loss'] } },
    // @ts-expect-error: a query of another kind
    { kind: 'scalar', query: 'geometry', params: { run: 1, tag: 'mesh' } },
    // @ts-expect-error: misspelled kind
    { kind: 'scalars', query: 'series', params: { tags: ['loss'] } },
  ];
  expect(queries.length).toBe(6);
  expectTypeOf<KindsWith<'curve'>>().toEqualTypeOf<'pr_curve' | 'roc_curve'>();
});
