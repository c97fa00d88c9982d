"""Documents in a frame without an origin: such a frame has no storage, so a script stands in for it."""

from __future__ import annotations

import gzip
import re

from sightline.tensorboard.host.config import STORAGE_PATH

# Reading `localStorage` throws in such a frame, and plugins do not expect that. What they store lasts as long
# as the document.
STORAGE_SCRIPT = """
for (const name of ['localStorage', 'sessionStorage']) {
  const values = new Map();
  const methods = {
    getItem: (key) => values.get(String(key)) ?? null,
    setItem: (key, value) => void values.set(String(key), String(value)),
    removeItem: (key) => void values.delete(String(key)),
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
  };
  const storage = new Proxy(methods, {
    get: (_, key) => (key === 'length' ? values.size : methods[key] ?? values.get(key)),
    set: (_, key, value) => (methods.setItem(key, value), true),
    deleteProperty: (_, key) => (values.delete(key), true),
    has: (_, key) => key in methods || values.has(key),
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      values.has(key) ? { value: values.get(key), enumerable: true, configurable: true } : undefined,
  });
  Object.defineProperty(window, name, { value: storage, configurable: true });
}
Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined, configurable: true });
"""
_DOCTYPE = re.compile(rb"\s*<!doctype[^>]*>", re.IGNORECASE)


def with_storage(document: bytes, encoding: str, path: str) -> bytes:
    """The document, not compressed, with the script before everything else in it."""
    plain = gzip.decompress(document) if encoding == "gzip" else document
    doctype = _DOCTYPE.match(plain)
    at = doctype.end() if doctype else 0
    # Relative, because the address of the frame has a prefix that is not known here.
    address = "../" * (path.count("/") - 1) + STORAGE_PATH.lstrip("/")
    return plain[:at] + f'<script src="{address}"></script>'.encode() + plain[at:]
