// The browser's local storage. It may refuse: in a frame of another site, by its settings, or when it is full.

let prefix = '';

/** Keep what a report stores apart: all pages from `file://` share one storage. */
export function storeUnder(id: string): void {
  prefix = `report ${id} `;
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    // The page works without it and starts from the defaults next time.
  }
}
