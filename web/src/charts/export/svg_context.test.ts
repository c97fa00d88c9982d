import { expect, it } from 'vitest';
import { SvgContext } from './svg_context.ts';

const made = (): SvgContext => new SvgContext((text) => 6 * text.length);

it('writes paths with the pen they were drawn with', () => {
  const context = made();
  context.strokeStyle = '#f00';
  context.setLineDash([6, 3]);
  context.globalAlpha = 0.5;
  context.beginPath();
  context.moveTo(1, 2);
  context.lineTo(3.456, 4);
  context.stroke();
  expect(context.text(10, 20)).toContain(
    '<path d="M1 2L3.46 4" fill="none" stroke="#f00" stroke-width="1" stroke-dasharray="6 3" opacity="0.5"/>',
  );
});

it('closes a clip where the pen is put back', () => {
  const context = made();
  context.save();
  context.translate(5, 6);
  context.beginPath();
  context.rect(0, 0, 4, 4);
  context.clip();
  context.fillRect(1, 1, 2, 2);
  context.restore();
  context.fillRect(0, 0, 1, 1);
  const text = context.text(10, 10);
  expect(text).toContain(
    '<clipPath id="clip1"><path d="M0 0h4v4h-4Z" transform="matrix(1 0 0 1 5 6)"/></clipPath>',
  );
  expect(text.indexOf('</g>')).toBeLessThan(text.indexOf('<rect x="0"'));
});

it('keeps texts as texts, and markup out of them', () => {
  const context = made();
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillText('<b>&', 1, 2);
  expect(context.text(10, 10)).toContain(
    'text-anchor="end" dominant-baseline="central">&lt;b&gt;&amp;</text>',
  );
  expect(context.measureText('abcd').width).toBe(24);
});

it('turns as a canvas turns', () => {
  const context = made();
  context.translate(10, 0);
  context.rotate(Math.PI / 2);
  context.scale(2, 2);
  context.fillRect(0, 0, 1, 1);
  expect(context.text(10, 10)).toContain('transform="matrix(0 2 -2 0 10 0)"');
});
