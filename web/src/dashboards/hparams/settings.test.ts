import { describe, expect, it } from 'vitest';
import { DEFAULTS, PREFIX, readSetting, writeSettings, type Settings } from './settings.ts';

function read(own: Record<string, string | undefined>): Settings {
  const keys = Object.keys(DEFAULTS) as (keyof Settings)[];
  return Object.fromEntries(
    keys.map((key) => [key, readSetting(key, own[PREFIX + key])]),
  ) as unknown as Settings;
}

const through = (change: Partial<Settings>): Settings => read(writeSettings(change));

describe('settings of the page', () => {
  it('come back from the address as they were', () => {
    const change: Partial<Settings> = {
      view: 'parallel',
      metrics: [{ tag: 'val/loss', aggregate: 'at', of: 'val/acc', best: 'max' }],
      filter: 'lr > 1e-4',
      filters: {
        'hparams.lr': [
          [1e-5, 1e-3],
          [-Infinity, 2],
        ],
        'hparams.opt': ['adam'],
      },
      sort: [{ id: 'x', descending: true }],
      scales: { 'hparams.lr': 'log' },
      constants: true,
    };
    expect(through(change)).toEqual({ ...DEFAULTS, ...change });
  });
  it('leave the address alone where they are the default', () => {
    expect(writeSettings({ view: 'overview', filters: {}, trend: true })).toEqual({
      'hparams.view': undefined,
      'hparams.filters': undefined,
      'hparams.trend': undefined,
    });
  });
  it('keep words readable, even those that look like JSON', () => {
    expect(writeSettings({ filter: 'lr < 1' })['hparams.filter']).toBe('lr < 1');
    expect(through({ filter: '12' }).filter).toBe('12');
    expect(through({ color: 'null' }).color).toBe('null');
  });
  it('are the default where an address says nonsense', () => {
    const own: Record<string, string> = {
      'hparams.view': 'moon',
      'hparams.metrics': '[]',
      'hparams.filters': '{"a":[1]}',
      'hparams.sort': '{',
      'hparams.scales': '{"a":"bent"}',
    };
    expect(read(own)).toEqual(DEFAULTS);
  });
});
