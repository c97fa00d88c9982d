// A line chart as an SVG drawing: the same lines, ranges, axes and marks as on the screen.
import { escape } from '../export/svg_text.ts';
import type { PlotBox } from './annotations.ts';
import type { Range, ScaleKind, Values } from './extent.ts';
import { formatTicks } from '../base/format.ts';
import { projection, visibleSpan, type ChartLine, type Project } from './lines.ts';
import { niceTicks } from '../base/nice_ticks.ts';
import type { ChartOptions } from './options.ts';
import type { Ranges } from './ranges.ts';
import type { ChartTheme } from '../base/theme.ts';
import { eachByItself, logTicks, symlogTicks, xTicks } from '../base/ticks.ts';

export interface ChartScene {
  lines: readonly ChartLine[];
  options: ChartOptions;
  ranges: Ranges;
}

const HEAD_PX = 30;
const FOOT_PX = 26;
const SIDE_PX = 54;
const LEGEND_ROW_PX = 16;
const MAX_NAMES = 24;

export function toSvg(
  title: string,
  scene: ChartScene,
  theme: ChartTheme,
  size: { width: number; height: number },
): string {
  const { lines, options, ranges } = scene;
  const named = lines.slice(0, MAX_NAMES);
  const height = size.height + named.length * LEGEND_ROW_PX;
  const box: PlotBox = {
    left: SIDE_PX,
    top: HEAD_PX,
    width: size.width - SIDE_PX - (ranges.right ? SIDE_PX : 14),
    height: size.height - HEAD_PX - FOOT_PX,
  };
  const px = projection(options.xScale, ranges.x, box.left, box.left + box.width);
  const upright = (range: Range): Project => projection(options.yScale, range, box.top + box.height, box.top);
  const [left, right] = [upright(ranges.left), upright(ranges.right ?? ranges.left)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(size.width)}" height="${String(height)}" font-family="system-ui, sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="${theme.surface}"/>`,
    word(10, 19, title, theme.ink, 'start', ' font-weight="600" font-size="13"'),
    ...yMarks(ranges.left, options.yScale, left, box, theme, false),
    ...(ranges.right ? yMarks(ranges.right, options.yScale, right, box, theme, true) : []),
    ...xMarks(scene, px, box, theme),
    `<clipPath id="plot"><rect x="${n(box.left)}" y="${n(box.top)}" width="${n(box.width)}" height="${n(box.height)}"/></clipPath>`,
    '<g clip-path="url(#plot)" fill="none" stroke-linejoin="round">',
    ...lines.flatMap((line) => drawn(line, options.showRaw, ranges.x, px, line.right ? right : left, theme)),
    '</g>',
    ...notes(options, px, left, box, theme),
    ...named.map((line, i) => legend(line, size.height + 4 + i * LEGEND_ROW_PX, theme)),
    '</svg>',
  ].join('\n');
}

function drawn(
  line: ChartLine,
  showRaw: boolean,
  within: Range,
  px: Project,
  py: Project,
  theme: ChartTheme,
): string[] {
  const [from, to] = visibleSpan(line.x, within);
  const d = (y: Values): string => path(line.x.subarray(from, to), y.subarray(from, to), px, py);
  const color = escape(line.color);
  const parts: string[] = [];
  if (line.band) {
    const back = path(
      line.x.slice(from, to).reverse(),
      line.band.low.slice(from, to).reverse(),
      px,
      py,
    ).replace('M', 'L');
    parts.push(
      `<path d="${d(line.band.high)}${back}Z" fill="${color}" fill-opacity="${String(theme.bandAlpha)}"/>`,
    );
  }
  if (line.raw && showRaw)
    parts.push(`<path d="${d(line.raw)}" stroke="${color}" stroke-opacity="${String(theme.rawAlpha)}"/>`);
  const dash = line.dash.length > 0 ? ` stroke-dasharray="${line.dash.join(' ')}"` : '';
  parts.push(
    `<path d="${d(line.y)}" stroke="${color}" stroke-width="1.4"${dash}><title>${escape(line.label)}</title></path>`,
  );
  return parts;
}

function yMarks(
  range: Range,
  scale: ScaleKind,
  py: Project,
  box: PlotBox,
  theme: ChartTheme,
  atRight: boolean,
): string[] {
  const ticks = ticksOf(range, scale, box.height / 44);
  const words = scale === 'linear' ? formatTicks(ticks) : eachByItself(ticks);
  return ticks.flatMap((tick, i) => {
    const y = py(tick);
    const text = word(
      atRight ? box.left + box.width + 6 : box.left - 6,
      y + 4,
      words[i] ?? '',
      theme.label,
      atRight ? 'start' : 'end',
    );
    return atRight ? [text] : [rule(box.left, y, box.left + box.width, y, theme.grid), text];
  });
}

function xMarks({ options, ranges }: ChartScene, px: Project, box: PlotBox, theme: ChartTheme): string[] {
  const ticks = ticksOf(ranges.x, options.xScale, box.width / 90);
  const words = xTicks(ticks, options.xKind, ranges.x, options.xScale !== 'linear');
  const bottom = box.top + box.height;
  return [
    rule(box.left, bottom, box.left + box.width, bottom, theme.axis),
    ...ticks.map((tick, i) => word(px(tick), bottom + 16, words[i] ?? '', theme.label, 'middle')),
  ];
}

function notes(
  { thresholds = [], marks = [] }: ChartOptions,
  px: Project,
  py: Project,
  box: PlotBox,
  theme: ChartTheme,
): string[] {
  const lines = thresholds.flatMap(({ y, text }) => [
    rule(box.left, py(y), box.left + box.width, py(y), theme.ink2, text === '' ? '' : '4 3'),
    word(box.left + 4, py(y) - 4, text, theme.ink2, 'start'),
  ]);
  const steps = marks.filter(({ x }) => px(x) >= box.left && px(x) <= box.left + box.width);
  return [
    ...lines,
    ...steps.flatMap(({ x, text }) => [
      rule(px(x), box.top, px(x), box.top + box.height, theme.label, '2 3'),
      word(px(x) + 4, box.top + 10, text, theme.ink2, 'start'),
    ]),
  ];
}

function legend(line: ChartLine, top: number, theme: ChartTheme): string {
  const dash = line.dash.length > 0 ? ` stroke-dasharray="${line.dash.join(' ')}"` : '';
  return `<path d="M${n(SIDE_PX)} ${n(top + 5)}h20" stroke="${escape(line.color)}" stroke-width="2"${dash}/>${word(SIDE_PX + 28, top + 9, line.label, theme.ink, 'start')}`;
}

function ticksOf(range: Range, scale: ScaleKind, about: number): number[] {
  if (scale === 'linear') return niceTicks(range[0], range[1], about);
  return scale === 'log' ? logTicks(range, about) : symlogTicks(range, about);
}

function path(x: Float64Array, y: Values, px: Project, py: Project): string {
  let d = '';
  let drawing = false;
  for (let i = 0; i < x.length; i += 1) {
    const top = py(y[i] as number);
    if (Number.isFinite(top)) d += `${drawing ? 'L' : 'M'}${n(px(x[i] as number))} ${n(top)}`;
    drawing = Number.isFinite(top);
  }
  return d;
}

function rule(x0: number, y0: number, x1: number, y1: number, color: string, dash = ''): string {
  return `<path d="M${n(x0)} ${n(y0)}L${n(x1)} ${n(y1)}" stroke="${escape(color)}"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`;
}

function word(
  x: number,
  y: number,
  text: string,
  color: string,
  anchor: 'start' | 'middle' | 'end',
  more = '',
): string {
  return text === ''
    ? ''
    : `<text x="${n(x)}" y="${n(y)}" fill="${escape(color)}" text-anchor="${anchor}"${more}>${escape(text)}</text>`;
}

function n(value: number): string {
  return value.toFixed(1);
}
