import { expect, it } from 'vitest';
import { sortFiles } from './given_files.ts';

const sorted = (...names: string[]): unknown => {
  const { vectors, metadata } = sortFiles(names.map((name) => ({ name })));
  return [vectors.name, metadata?.name ?? null];
};

it('takes the text beside an array as metadata, of two texts the one that is named so', () => {
  expect(sorted('words.npy')).toEqual(['words.npy', null]);
  expect(sorted('words.tsv', 'words.npy')).toEqual(['words.npy', 'words.tsv']);
  expect(sorted('vectors.tsv', 'metadata.tsv')).toEqual(['vectors.tsv', 'metadata.tsv']);
  expect(sorted('Labels.csv', 'vectors.tsv')).toEqual(['vectors.tsv', 'Labels.csv']);
});

it('says what is wrong with what it is given', () => {
  expect(() => sorted()).toThrow('one file of vectors');
  expect(() => sorted('a.npy', 'b.tsv', 'c.tsv')).toThrow('one file of vectors');
  expect(() => sorted('a.tsv', 'b.tsv')).toThrow('Which of the two');
  expect(() => sorted('a.npy', 'b.npy')).toThrow('Which of the two');
  expect(() => sorted('model.exe')).toThrow('model.exe is none of the files');
});
