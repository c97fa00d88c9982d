import { describe, expect, it } from 'vitest';
import { differenceMarkdown, valueText } from './difference.ts';

describe('configurations that differ', () => {
  it('tell null from nothing', () => {
    expect([
      valueText(null, true),
      valueText(null, false),
      valueText(1e-4, true),
      valueText(true, true),
    ]).toEqual(['null', '—', '1e-4', 'true']);
  });
  it('become Markdown', () => {
    const answer = {
      run: [1, 2],
      sources: [],
      remarks: [],
      n_keys: 3,
      keys: [{ key: 'opt/lr', values: [0.1, 'a|b'], has: [true, true] }],
    };
    expect(differenceMarkdown(answer, ['x', 'y'])).toBe(
      '| key | x | y |\n|---|--:|--:|\n| opt/lr | 0.1 | a\\|b |\n',
    );
  });
});
