import { describe, expect, it } from 'vitest';
import { latexNumber, latexTable, latexText } from './latex.ts';

// Each of these, in a document with booktabs alone, was compiled by pdfLaTeX and LuaLaTeX.
describe('a text in LaTeX', () => {
  it.each([
    ['lr_%$#&{}~^\\', 'lr\\_\\%\\$\\#\\&\\{\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{}'],
    ['[a] *b* <i|', '{[}a] {*}b{*} \\textless{}i\\textbar{}'],
    [
      '-- ,, ?` \'x\' "y"',
      '-\\kern0pt- ,\\kern0pt, ?\\textasciigrave{} \\textquotesingle{}x\\textquotesingle{} \\symbol{34}y\\symbol{34}',
    ],
    ['größe λ ≤ ∞', 'größe $\\lambda$ $\\leq$ $\\infty$'],
    ['日 ð 🚀', '\\unicodesign{日}{65E5} \\unicodesign{ð}{F0} \\unicodesign{🚀}{1F680}'],
    ['e\u0301', 'é'],
    ['a\nb\t\u0000c\u202ed\ud800', 'a b cd'],
    ['', ''],
  ])('prints what it is: %s', (text, tex) => {
    expect(latexText(text)).toBe(tex);
  });
  it('is no wider than a page', () => {
    expect(latexText('k'.repeat(500))).toBe(`${'k'.repeat(23)}\\ldots{}${'k'.repeat(36)}`);
  });
  it('has numbers as people print them', () => {
    expect(['−2.4e-4', '1e12', 'NaN', '−∞'].map(latexNumber)).toEqual([
      '$-2.4 \\times 10^{-4}$',
      '$1 \\times 10^{12}$',
      'NaN',
      '$-$$\\infty$',
    ]);
  });
  it('brings the command that it needs', () => {
    expect(
      latexTable(
        'l',
        [['trial'], ['日']].map((cells) => cells.map(latexText)),
      ),
    ).toContain('\\providecommand{\\unicodesign}');
    expect(latexTable('l', [['trial']])).toBe(
      '% \\usepackage{booktabs}\n\\begin{tabular}{l}\n\\toprule\ntrial \\\\\n\\midrule\n\\bottomrule\n\\end{tabular}\n',
    );
  });
});
