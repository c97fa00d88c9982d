// The scalars' own settings in the link, as things instead of text.
import type { Range } from '../../../charts/lines/extent.ts';
import type { YScale } from '../../../public/view.ts';
import type { View } from '../../../public/view.ts';
import type { Difference } from '../data/difference.ts';
import { joined, parted, type Joins } from '../data/joins.ts';
import { readNotes, writeNotes, type Notes } from '../notes/notes.ts';
import { readRecords, writeRecords } from '../notes/records.ts';
import type { TipOrder } from '../chart/rows.ts';

/** How a card's y axis finds its range: as the page says, from its own data, with its section, or as given. */
export type RangeRule = 'page' | 'own' | 'shared' | Range;

export interface CardSettings {
  scale: YScale | 'page';
  range: RangeRule;
}

const AS_PAGE: CardSettings = { scale: 'page', range: 'page' };
const SCALES: readonly string[] = ['linear', 'log', 'symlog'];

export class ScalarSettings {
  constructor(readonly view: View) {}

  /** Only a baseline makes differences. */
  get difference(): Difference {
    const text = this.view.own('scalars.diff');
    return this.view.state.baseline !== null && (text === 'delta' || text === 'percent') ? text : 'off';
  }

  set difference(how: Difference) {
    this.view.setOwn({ 'scalars.diff': how === 'off' ? undefined : how });
  }

  get tipOrder(): TipOrder {
    const text = this.view.own('scalars.tip');
    return text === 'nearest' || text === 'name' ? text : 'value';
  }

  set tipOrder(order: TipOrder) {
    this.view.setOwn({ 'scalars.tip': order === 'value' ? undefined : order });
  }

  get notes(): Notes {
    return readNotes(this.view.own('scalars.notes'));
  }

  set notes(notes: Notes) {
    this.view.setOwn({ 'scalars.notes': writeNotes(notes) });
  }

  /** The part of a card's y axis that was chosen with the pointer. */
  yZoom(tag: string): Range | null {
    const [, low, high] = this.#yZooms().find(([name]) => name === tag) ?? [];
    const range: Range = [Number(low ?? NaN), Number(high ?? NaN)];
    return range[0] < range[1] ? range : null;
  }

  setYZoom(tag: string, range: Range | null): void {
    const rest = this.#yZooms().filter(([name]) => name !== tag);
    const all = range ? [...rest, [tag, ...range.map((one) => String(+one.toPrecision(6)))]] : rest;
    this.view.setOwn({ 'scalars.yzoom': writeRecords(all) });
  }

  get isZoomed(): boolean {
    return this.view.state.zoom !== null || this.#yZooms().length > 0;
  }

  /** Show everything again: both axes of all cards. */
  resetZoom(): void {
    this.view.set({ zoom: null });
    this.view.setOwn({ 'scalars.yzoom': undefined });
  }

  get joins(): Joins {
    return readRecords(this.view.own('scalars.join'));
  }

  join(card: string, tag: string): void {
    this.view.setOwn({ 'scalars.join': writeRecords(joined(this.joins, card, tag)) });
  }

  part(card: string, tag: string): void {
    this.view.setOwn({ 'scalars.join': writeRecords(parted(this.joins, card, tag)) });
    this.setRight(tag, false);
  }

  get joinRules(): string {
    return this.view.own('scalars.rule') ?? '';
  }

  set joinRules(rules: string) {
    this.view.setOwn({ 'scalars.rule': rules.trim() || undefined });
  }

  /** Tags that the right axis measures where they share a chart. */
  get right(): ReadonlySet<string> {
    return new Set(readRecords(this.view.own('scalars.right')).map(([tag = '']) => tag));
  }

  setRight(tag: string, on: boolean): void {
    const rest = [...this.right].filter((one) => one !== tag);
    this.view.setOwn({ 'scalars.right': writeRecords((on ? [...rest, tag] : rest).map((one) => [one])) });
  }

  card(tag: string): CardSettings {
    const record = readRecords(this.view.own('scalars.cards')).find(([name]) => name === tag);
    return record ? asCard(record) : AS_PAGE;
  }

  setCard(tag: string, change: Partial<CardSettings>): void {
    const { scale, range } = { ...this.card(tag), ...change };
    const rest = readRecords(this.view.own('scalars.cards')).filter(([name]) => name !== tag);
    const written = typeof range === 'string' ? [range] : range.map(String);
    const isPlain = scale === 'page' && range === 'page';
    this.view.setOwn({ 'scalars.cards': writeRecords(isPlain ? rest : [...rest, [tag, scale, ...written]]) });
  }

  #yZooms(): string[][] {
    return readRecords(this.view.own('scalars.yzoom'));
  }
}

function asCard([, scale = 'page', low = 'page', high]: readonly string[]): CardSettings {
  const given: Range = [Number(low), Number(high)];
  const range: RangeRule = low === 'own' || low === 'shared' ? low : given[0] < given[1] ? given : 'page';
  return { scale: SCALES.includes(scale) ? (scale as YScale) : 'page', range };
}
