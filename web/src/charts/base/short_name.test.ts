import { describe, expect, it } from 'vitest';
import { fitName, NOTHING_SPARE, shortName } from './short_name.ts';

describe('a short name', () => {
  it.each([
    ['lr', 'lr'],
    ['loss.at(acc.min)', 'loss.at(acc.min)'],
    ['val/loss.at(validation/accuracy.max)', 'val/loss.at(accuracy.max)'],
    ['val/loss.at(validation_accuracy_top5.max)', 'val/loss.…top5.max)'],
    ['model/encoder/attention/dropout_rate', 'model/…dropout_rate'],
    ['learning rate of the second optimizer', 'learning …second optimizer'],
    ['sweep,lr=0.003,warmup=200,hidden=64', 'sweep,…hidden=64'],
    ['_____________________________x', '__________…______________x'],
  ])('is cut between words: %s', (name, short) => {
    expect(shortName(name, 26)).toBe(short);
  });
  it('is cut in the middle where it is one word', () => {
    expect(shortName('k'.repeat(500), 10)).toBe('kkk…kkkkkk');
    expect(shortName('🚀'.repeat(50), 6)).toBe('🚀🚀…🚀🚀🚀');
    expect(shortName('abcdef', 2)).toBe('…f');
  });
  it('leaves numbers whole', () => {
    expect(shortName('adamw,lr=3.5e-4,hidden=64', 22)).toBe('adamw,…hidden=64');
    expect(shortName('warmup,lr=1e-4', 10)).toBe('…lr=1e-4');
  });
});

describe('a name that has to fit', () => {
  const within = (most: number) => (text: string) => text.length <= most;
  const name = 'sweep/adamw,lr=0.02,hidden=64';

  it('is whole where there is room', () => {
    expect(fitName(name, { prefix: 'sweep/adamw,', suffix: '' }, within(40))).toBe(name);
  });
  it('loses first what all names begin with', () => {
    expect(fitName(name, { prefix: 'sweep/adamw,', suffix: '' }, within(20))).toBe('…lr=0.02,hidden=64');
    expect(fitName(name, { prefix: 'other/', suffix: '' }, within(20))).toBe('sweep/a…02,hidden=64');
  });
  it('then the end without which it is no other', () => {
    const spare = { prefix: 'sweep/', suffix: ',hidden=64' };
    expect(fitName(name, spare, within(25))).toBe('…adamw,lr=0.02,hidden=64');
    expect(fitName(name, spare, within(22))).toBe('sweep/adamw,lr=0.02…');
    expect(fitName(name, spare, within(17))).toBe('…adamw,lr=0.02…');
    expect(fitName(name, spare, within(9))).toBe('…lr=0.02');
  });
  it('of which it has as many words as there is room for', () => {
    const spare = { prefix: 'a_folder_with_a_long_name/', suffix: '_trained_on_all_of_the_data' };
    const long = `${spare.prefix}second${spare.suffix}`;
    expect(fitName(long, spare, within(9))).toBe('…second…');
    expect(fitName(long, spare, within(20))).toBe('…second_trained_on…');
    expect(fitName(long, spare, within(30))).toBe('…second_trained_on_all_of_the…');
  });
  it('then its middle, and never ends without an ellipsis', () => {
    expect(fitName(name, { prefix: 'sweep/adamw,', suffix: '' }, within(14))).toBe('lr=0.…idden=64');
    expect(fitName(name, { prefix: 'sweep/adamw,', suffix: '' }, within(17))).toBe('lr=0.0…hidden=64');
    expect(fitName('same/', { prefix: 'same/', suffix: '' }, within(4))).toBe('s…e/');
    expect(fitName(name, NOTHING_SPARE, within(0))).toBe('…4');
  });
});
