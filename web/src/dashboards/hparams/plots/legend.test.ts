import { describe, expect, it } from 'vitest';
import { numberColumn, textColumn } from '../../../kinds/hparams/testing/columns.ts';
import { legendOf } from './legend.ts';

describe('the legend', () => {
  it('names words with their colors, the first few of them', () => {
    const palette = [...'abcdefghijkl', 'gray'];
    expect(legendOf(textColumn('opt', ['sgd', 'adam', null]), palette, false)).toEqual({
      kind: 'words',
      words: [
        { text: 'adam', color: 'a' },
        { text: 'sgd', color: 'b' },
      ],
      nMore: 0,
    });
    expect(legendOf(textColumn('opt', [...'123456']), palette, false)).toMatchObject({
      kind: 'words',
      nMore: 2,
    });
  });
  it('is a ramp from low to high, strong where it is better', () => {
    const palette = ['pale', 'strong', 'gray'];
    const ramp = legendOf(numberColumn('loss', [0.12345, 2, NaN]), palette, true);
    expect(ramp).toMatchObject({ kind: 'ramp', low: '0.123', high: '2' });
    expect(ramp.kind === 'ramp' && /\(to right, strong,.*pale\)$/.test(ramp.gradient)).toBe(true);
  });
});
