import { expect, it } from 'vitest';
import { queryAxis, flagText, otherScalar, xKind } from './axis.ts';

it('tells other scalars from steps and times', () => {
  expect([queryAxis('step'), queryAxis('tag:train/tokens')]).toEqual(['step', { tag: 'train/tokens' }]);
  expect([xKind('wall'), xKind('tag:a')]).toEqual(['wall', 'value']);
  expect([otherScalar('relative'), otherScalar('tag:tag:a')]).toEqual([null, 'tag:a']);
});

it('says where the crosshair stands', () => {
  expect([flagText('step', 1234.4), flagText('relative', 90), flagText('tag:lr', 0.5)]).toEqual([
    '1,234',
    '1 min 30 s',
    '0.5000',
  ]);
});
