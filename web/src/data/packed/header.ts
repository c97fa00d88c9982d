// The header of a report: what it says of itself and where its entries are. docs/design/0006-reports.md has the format.
import type { Report } from '../provider_types.ts';
import { fromBase64 } from '../base64.ts';

/** Where the bytes of an entry are: at an offset of the data inside the page, or in a file beside it. */
export interface Entry {
  media: string;
  size: number;
  gzip: boolean;
  at?: number;
  file?: string;
  /** An answer that holds the rows of all runs and tags. */
  rows?: string[];
}

export interface Header extends Report {
  format: number;
  defaults?: Record<string, Record<string, unknown>>;
  entries: Record<string, Entry>;
}

export interface Source {
  header: Header;
  /** The stored bytes of an entry. */
  bytes(entry: Entry): Promise<Uint8Array<ArrayBuffer>>;
  /** The address of an entry that is not compressed. */
  url(entry: Entry): string;
}

/** The report inside the page, or in the folder that the page names. */
export async function openSource(): Promise<Source> {
  const inside = document.getElementById('sightline-report');
  if (inside) return inPage(JSON.parse(inside.textContent) as Header);
  const path = document.querySelector<HTMLMetaElement>('meta[name=sightline-report]')?.content ?? '';
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} is missing`);
  return inFolder((await response.json()) as Header);
}

function inPage(header: Header): Source {
  const text = document.getElementById('sightline-data')?.textContent ?? '';
  const data = fromBase64(text.trim());
  const urls = new Map<Entry, string>();
  const cut = ({ at = 0, size }: Entry): Uint8Array<ArrayBuffer> => data.subarray(at, at + size);
  return {
    header,
    bytes: (entry) => Promise.resolve(cut(entry)),
    url: (entry) => {
      const known = urls.get(entry);
      const made = known ?? URL.createObjectURL(new Blob([cut(entry)], { type: entry.media }));
      urls.set(entry, made);
      return made;
    },
  };
}

function inFolder(header: Header): Source {
  const url = ({ file = '' }: Entry): string => file;
  return {
    header,
    bytes: async (entry) => {
      const response = await fetch(url(entry));
      if (!response.ok) throw new Error(`${url(entry)} is missing from the folder of this report`);
      return new Uint8Array(await response.arrayBuffer());
    },
    url,
  };
}
