// Any text as a cell of a LaTeX table that compiles, also by pdfLaTeX, and prints the signs that were logged.
import { shortName } from '../../charts/base/short_name.ts';

/** More does not fit on a page, and thousands of characters are wider than TeX can count. */
const MOST = 60;

const SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '`': '\\textasciigrave{}',
  "'": '\\textquotesingle{}',
  '"': '\\symbol{34}',
  '…': '\\ldots{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  // After the end of a row these would be taken for its options.
  '[': '{[}',
  '*': '{*}',
  '−': '$-$',
  '∞': '$\\infty$',
  '≤': '$\\leq$',
  '≥': '$\\geq$',
  '≠': '$\\neq$',
  '≈': '$\\approx$',
  '→': '$\\to$',
  '←': '$\\leftarrow$',
  '√': '$\\surd$',
  '∑': '$\\sum$',
  '∂': '$\\partial$',
  '∇': '$\\nabla$',
  ...letters(
    'αβγδεζηθικλμνξπρςστυφχψω',
    'alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho varsigma sigma tau upsilon varphi chi psi omega',
  ),
  ...letters('ΓΔΘΛΞΠΣΥΦΨΩ', 'Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega'),
};

function letters(signs: string, names: string): Record<string, string> {
  const words = names.split(' ');
  return Object.fromEntries(Array.from(signs, (sign, i) => [sign, `$\\${words[i] ?? ''}$`]));
}

/** What pdfLaTeX prints without any package, except these, for which its first fonts have no letter. */
const KNOWN = /^[ -~¡-ž–—‘’“”•€™]$/;
const WITHOUT_LETTER = '«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲų';
/** Control, direction and width: without a look of their own, no font has them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

export function latexText(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll(UNSEEN, '').normalize('NFC');
  // Two of these in a row are one sign to TeX, to LuaTeX also with an empty group between them.
  return Array.from(shortName(plain, MOST), latexSign)
    .join('')
    .replaceAll(/(?<=-)(?=-)|(?<=,)(?=,)/g, '\\kern0pt');
}

function latexSign(sign: string): string {
  const isKnown = KNOWN.test(sign) && !WITHOUT_LETTER.includes(sign);
  return (
    SIGNS[sign] ??
    (isKnown ? sign : `\\unicodesign{${sign}}{${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`)
  );
}

/** 2.4e-4 as people print it. */
export function latexNumber(text: string): string {
  const found = /^(−?)([\d.]+)e(-?\d+)$/.exec(text);
  return found ? `$${found[1] ? '-' : ''}${found[2] ?? ''} \\times 10^{${found[3] ?? ''}}$` : latexText(text);
}

/** A whole table by its lines of cells, the head first; `align` has a letter for each column. */
export function latexTable(align: string, [head = [], ...body]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`;
  const table = [
    `\\begin{tabular}{${align}}`,
    '\\toprule',
    line(head),
    '\\midrule',
    ...body.map(line),
    '\\bottomrule',
    '\\end{tabular}',
    '',
  ].join('\n');
  return ['% \\usepackage{booktabs}', ...(table.includes('\\unicodesign') ? UNICODE_SIGN : []), table].join(
    '\n',
  );
}

const UNICODE_SIGN = [
  '% Signs that LuaLaTeX and XeLaTeX print where the font has them, and pdfLaTeX by their codes.',
  '\\providecommand{\\unicodesign}[2]{\\ifdefined\\Umathchar #1\\else U+#2\\fi}',
];
