// What this browser remembers of a log folder: the view's settings and how the run list lies.

const LAST = `sightline.folder:${location.pathname}`;

export interface Layout {
  runs_px: number | null;
  folded: boolean;
}

/** The folder that this address showed last; known before the server answers, so that nothing jumps. */
export function lastFolder(): string {
  return localStorage.getItem(LAST) ?? '';
}

export function keepFolder(folder: string): void {
  localStorage.setItem(LAST, folder);
}

export function recallView(folder: string): string | null {
  return localStorage.getItem(`sightline.view:${folder}`);
}

export function keepView(folder: string, memory: string): void {
  const key = `sightline.view:${folder}`;
  if (localStorage.getItem(key) !== memory) localStorage.setItem(key, memory);
}

export function recallLayout(): Layout {
  try {
    const kept = JSON.parse(localStorage.getItem('sightline.layout') ?? '{}') as Partial<Layout>;
    return { runs_px: typeof kept.runs_px === 'number' ? kept.runs_px : null, folded: kept.folded === true };
  } catch {
    return { runs_px: null, folded: false };
  }
}

export function keepLayout(layout: Layout): void {
  localStorage.setItem('sightline.layout', JSON.stringify(layout));
}
