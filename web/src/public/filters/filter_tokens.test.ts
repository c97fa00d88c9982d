import { expect, it } from 'vitest';
import { charOffset, filterTokens, patternTokens } from './filter_tokens.ts';

const shape = (filter: string): string =>
  filterTokens(filter)
    .map(({ kind, text }) => (kind === 'space' ? ' ' : `${text}:${kind[0] ?? ''}`))
    .join('');

it('tells keys, operators and values of the filter language apart', () => {
  expect(shape('model~dit lr<=1e-3 -state:failed')).toBe(
    'model:k~:odit:v lr:k<=:o1e-3:v -:ostate:k::ofailed:v',
  );
  expect(shape('val/loss.min < 0.3 and name ~ "res net"')).toBe(
    'val/loss.min:k <:o 0.3:v and:o name:k ~:o "res net":v',
  );
  expect(shape('optimizer in (adam, adamw) not has warmup')).toBe(
    'optimizer:k in:o (:oadam:v,:o adamw:v):o not:o has:o warmup:k',
  );
  expect(shape('resnet (a=1 or b=-2)')).toBe('resnet:w (:oa:k=:o1:v or:o b:k=:o-2:v):o');
});

it('loses no character of what is half typed', () => {
  for (const text of ['lr<', 'name ~ "res', "name ~ 'a\\", 'lr<=1e-3 !', 'a=1 ~', '(((a=1', 'x:1 é 😀'])
    expect(
      filterTokens(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text);
});

it('marks the signs of a pattern', () => {
  expect(
    patternTokens('train/(los|acc)$')
      .filter((token) => token.kind === 'operator')
      .map((token) => token.text)
      .join(''),
  ).toBe('(|)$');
  expect(
    patternTokens('a\\.b.c\\')
      .map((token) => token.text)
      .join(''),
  ).toBe('a\\.b.c\\');
});

it('counts characters as the server does', () => {
  expect(charOffset('a😀b', 2)).toBe(3);
  expect(charOffset('ab', 5)).toBe(2);
});
