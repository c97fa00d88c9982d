import { expect, it } from 'vitest';
import type { Root } from '../../data/shapes.ts';
import { folderKey, folderName } from './folder_name.ts';

const root = (path: string, name: string | null = null): Root => ({ path, name, exists: true });

it('names one folder by its end and several by their names', () => {
  expect(folderName([])).toEqual({ short: '', whole: '' });
  expect(folderName([root('/data/ana/runs')])).toEqual({ short: 'ana/runs', whole: '/data/ana/runs' });
  expect(folderName([root('/')]).short).toBe('/');
  expect(folderName([root('/a/b', 'mine'), root('/c/d')]).short).toBe('mine, d');
  expect(folderName([root('http://127.0.0.1:7111')]).short).toBe('http://127.0.0.1:7111');
  expect(folderName([root('s3://bucket/team/runs')]).short).toBe('team/runs');
  expect(folderName([root('s3://bucket/runs')]).short).toBe('bucket/runs');
  expect(folderKey([root('/a'), root('/b')])).toBe('/a|/b');
});
