// The browser's local storage. It may refuse: in a frame of another site, by its settings, or when it is full.

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The page works without it and starts from the defaults next time.
  }
}
