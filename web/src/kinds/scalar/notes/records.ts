// Small tables as one text for the address: records by semicolon, fields by colon, both escaped within fields.

type Fields = readonly string[];

const ESCAPES: readonly (readonly [string, string])[] = [
  ['~', '~0'],
  [';', '~1'],
  [':', '~2'],
];

export function writeRecords(records: readonly Fields[]): string | undefined {
  if (records.length === 0) return undefined;
  return records.map((fields) => fields.map(escape).join(':')).join(';');
}

export function readRecords(text: string | undefined): string[][] {
  if (!text) return [];
  return text.split(';').map((record) => record.split(':').map(unescape));
}

function escape(field: string): string {
  return ESCAPES.reduce((text, [plain, written]) => text.replaceAll(plain, written), field);
}

function unescape(field: string): string {
  return ESCAPES.reduceRight((text, [plain, written]) => text.replaceAll(written, plain), field);
}
