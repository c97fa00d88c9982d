// Files that someone gives in the page: which holds the vectors, which the metadata, and how they reach the server.
import { upload } from '../../data/upload.ts';
import type { GivenFileAnswer } from '../../data/shapes.ts';

export const VECTOR_ENDINGS = ['.tsv', '.txt', '.csv', '.npy', '.npz', '.safetensors', '.parquet'] as const;
const TEXT_ENDINGS = ['.tsv', '.txt', '.csv'] as const;
const METADATA_ENDING = '.metadata.tsv';

export interface GivenFiles<T> {
  vectors: T;
  metadata: T | null;
}

/** Tell vectors and metadata apart by their names; an Error says what is wrong with them. */
export function sortFiles<T extends { name: string }>(files: readonly T[]): GivenFiles<T> {
  const unknown = files.find(({ name }) => !VECTOR_ENDINGS.some((ending) => name.endsWith(ending)));
  if (unknown)
    throw new Error(
      `${unknown.name} is none of the files that hold vectors or metadata: ${VECTOR_ENDINGS.join(', ')}.`,
    );
  const [first, second] = files;
  if (!first || files.length > 2)
    throw new Error('Give one file of vectors, and its metadata as a second file where there is one.');
  if (!second) return { vectors: first, metadata: null };
  const isText = ({ name }: T): boolean => TEXT_ENDINGS.some((ending) => name.endsWith(ending));
  const isNamedSo = ({ name }: T): boolean => /meta|label/i.test(name);
  const texts = files.filter(isText);
  const metadata =
    texts.length === 1 ? texts[0] : texts.filter(isNamedSo).length === 1 && texts.find(isNamedSo);
  if (!metadata)
    throw new Error('Which of the two files is the metadata? Name it metadata.tsv, and give both again.');
  return { vectors: metadata === first ? second : first, metadata };
}

/** Send the files; fulfilled with the name of the run that they become. `onSent` is told the share of all bytes that is sent. */
export async function sendFiles(
  { vectors, metadata }: GivenFiles<File>,
  onSent: (share: number) => void,
): Promise<string> {
  const folder = [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const total = Math.max(1, vectors.size + (metadata?.size ?? 0));
  let before = 0;
  const send = async (name: string, file: File): Promise<GivenFileAnswer> => {
    const path = `given/embedding/${folder}/${encodeURIComponent(name)}`;
    const answer = await upload<GivenFileAnswer>(path, file, (share) =>
      onSent((before + share * file.size) / total),
    );
    before += file.size;
    return answer;
  };
  // First: the vectors are shown with what is there when they come.
  if (metadata) await send(vectors.name.replace(/\.[^.]*$/, '') + METADATA_ENDING, metadata);
  return (await send(vectors.name, vectors)).run ?? '';
}
