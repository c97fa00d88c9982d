// What a card can be saved as: its figures as PNG and SVG, its data as files.
import type { Named } from '../../charts/export/sheet.ts';
import { chartTheme } from '../../charts/base/theme.ts';
import { csvText, jsonText, type CsvCell } from '../../data/files.ts';

/** Data of a card; made when it is downloaded. */
export interface DataFile {
  what: string;
  format: string;
  /** Its name by its media type, where that is not the card's name with the format. */
  name?: (type: string) => string;
  make: () => Blob | Promise<Blob>;
}

/** The figures of a card; null where there is nothing to draw, or no drawing of it. */
export interface Figures {
  picture(): HTMLCanvasElement | null | Promise<HTMLCanvasElement | null>;
  drawing: (() => string | null | Promise<string | null>) | null;
}

/** All that a card has painted, on one sheet with the names of its lines; the code for it is loaded on first use. */
export function figuresOf(
  card: () => Element | null | undefined,
  title: string,
  lines: () => readonly Named[],
): Figures {
  async function sheet() {
    const { cardSheet } = await import('../../charts/export/card_sheet.ts');
    const place = card();
    return place ? cardSheet(place, title, lines()) : null;
  }
  return {
    async picture() {
      const [made, { asPicture }] = await Promise.all([sheet(), import('../../charts/export/sheet.ts')]);
      return made && asPicture(made, chartTheme(), window.devicePixelRatio || 1);
    },
    async drawing() {
      const [made, { asDrawing }] = await Promise.all([sheet(), import('../../charts/export/drawing.ts')]);
      return made && asDrawing(made, chartTheme());
    },
  };
}

export function csvFile(
  what: string,
  names: readonly string[],
  rows: () => Iterable<readonly CsvCell[]>,
): DataFile {
  return { what, format: 'CSV', make: () => new Blob([csvText(names, rows())], { type: 'text/csv' }) };
}

export function jsonFile(what: string, value: () => unknown): DataFile {
  return { what, format: 'JSON', make: () => new Blob([jsonText(value())], { type: 'application/json' }) };
}
