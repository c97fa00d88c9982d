import { expect, it } from 'vitest';
import { toHtml } from './markdown.ts';

it('makes tables and code', () => {
  expect(toHtml('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td>');
  expect(toHtml('```py\nx = 1 < 2\n```')).toContain('x = 1 &lt; 2');
});

it('leaves formulas as typed', () => {
  expect(toHtml('loss $a_1 * b_2 * c_3$ is low')).toContain('<code>$a_1 * b_2 * c_3$</code>');
  expect(toHtml('$$\\sum_i x_i < y$$')).toContain('<code>$$\\sum_i x_i &lt; y$$</code>');
});

it('shows HTML as text, but for plain tags', () => {
  expect(toHtml('a<br>b <b>c</b>')).toBe('<p>a<br>b <b>c</b></p>\n');
  expect(toHtml('<script>x()</script>')).toBe('&lt;script&gt;x()&lt;/script&gt;');
  expect(toHtml('<b onclick="x()">c</b>')).toContain('&lt;b onclick="x()"&gt;c');
  expect(toHtml('<<b>img src=x onerror=y()>')).not.toMatch(/<(?!b>|p>|\/)/);
});

it('takes money for money', () => {
  expect(toHtml('from $5 to $10 a_b_c')).toBe('<p>from $5 to $10 a_b_c</p>\n');
});
