// What an import with `?inline` gives, as bytes.
import { fromBase64 } from './base64.ts';

export function inlinedBytes(address: string): Uint8Array<ArrayBuffer> {
  return fromBase64(address.slice(address.indexOf(',') + 1));
}
