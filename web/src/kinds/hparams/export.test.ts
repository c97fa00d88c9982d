import { describe, expect, it } from 'vitest';
import { exported } from './export.ts';
import { numberColumn, textColumn } from './testing/columns.ts';
import { NO_TRIALS } from './trials.ts';

const sheet = {
  trials: { ...NO_TRIALS, runs: (row: number) => (row === 0 ? Float64Array.of(1) : Float64Array.of(2, 3)) },
  names: ['a|b', '=run,"x"'],
  columns: [numberColumn('loss_1', [0.12345678, NaN], 'metric'), textColumn('opt', [null, 'ad & am'])],
  rows: Uint32Array.of(1, 0),
};

describe('the table as text', () => {
  it('is CSV that no spreadsheet runs', () => {
    expect(exported(sheet, 'csv')).toBe('trial,loss_1,opt\n"\'=run,""x""",NaN,ad & am\na|b,0.12345678,\n');
  });
  it('is JSON', () => {
    expect(JSON.parse(exported(sheet, 'json'))).toEqual([
      { trial: '=run,"x"', runs: [2, 3], loss_1: 'NaN', opt: 'ad & am' },
      { trial: 'a|b', runs: [1], loss_1: 0.12345678, opt: null },
    ]);
  });
  it('is Markdown', () => {
    expect(exported(sheet, 'md')).toBe(
      '| trial | loss_1 | opt |\n|---|--:|---|\n| =run,"x" | NaN | ad & am |\n| a\\|b | 0.1235 |  |\n',
    );
  });
  it('is LaTeX', () => {
    expect(exported(sheet, 'tex')).toContain('\\begin{tabular}{lrl}\n\\toprule\ntrial & loss\\_1 & opt \\\\');
    expect(exported(sheet, 'tex')).toContain('NaN & ad \\& am \\\\');
  });
  it('keeps signs that mean something elsewhere', () => {
    const odd = {
      ...sheet,
      names: ['[a] *b*', '50%_&_<i>\n\\x'],
      columns: [numberColumn('lr', [-2.4e-4, 12])],
    };
    expect(exported(odd, 'md')).toContain('| 50%\\_&\\_\\<i> \\\\x | 12 |\n| \\[a\\] \\*b\\* | −2.4e-4 |');
    expect(exported(odd, 'tex')).toContain(
      '50\\%\\_\\&\\_\\textless{}i\\textgreater{} \\textbackslash{}x & 12 \\\\\n{[}a] {*}b{*} & $-2.4 \\times 10^{-4}$ \\\\',
    );
  });
  it('keeps the types of a mixture, and negative numbers in texts', () => {
    const mixed = { ...textColumn('depth', ['-1', 'deep']), type: 'mixed' as const, values: [-1, 'deep'] };
    expect(JSON.parse(exported({ ...sheet, columns: [mixed] }, 'json'))).toMatchObject([
      { depth: 'deep' },
      { depth: -1 },
    ]);
    expect(exported({ ...sheet, columns: [textColumn('note', ['-1', '-x'])] }, 'csv')).toContain('a|b,-1\n');
  });
});
