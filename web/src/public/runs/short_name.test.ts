import { describe, expect, it } from 'vitest';
import { shortName } from './short_name.ts';

describe('a short name', () => {
  it.each([
    ['lr', 'lr'],
    ['loss.at(acc.min)', 'loss.at(acc.min)'],
    ['val/loss.at(validation/accuracy.max)', 'val/loss.at(accuracy.max)'],
    ['val/loss.at(validation_accuracy_top5.max)', 'val/loss.…top5.max)'],
    ['model/encoder/attention/dropout_rate', 'model/…dropout_rate'],
    ['learning rate of the second optimizer', 'learning …second optimizer'],
    ['_____________________________x', '…x'],
  ])('is cut between words: %s', (name, short) => {
    expect(shortName(name, 26)).toBe(short);
  });
  it('is cut in the middle where it is one word', () => {
    expect(shortName('k'.repeat(500), 10)).toBe('kkk…kkkkkk');
    expect(shortName('🚀'.repeat(50), 6)).toBe('🚀🚀…🚀🚀🚀');
  });
});
