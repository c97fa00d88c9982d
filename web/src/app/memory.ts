// What this browser remembers of a log directory: the view's settings, and the layout of the run list.
import { recall, store } from './storage.ts';

const LAST = `sightline.folder:${location.pathname}`;

export interface Layout {
  runs_px: number | null;
  folded: boolean;
}

/** The log directory that this address showed last; known before the server answers, so that nothing jumps. */
export function lastFolder(): string {
  return recall(LAST) ?? '';
}

export function rememberFolder(folder: string): void {
  store(LAST, folder);
}

export function recallView(folder: string): string | null {
  return recall(`sightline.view:${folder}`);
}

export function rememberView(folder: string, memory: string): void {
  const key = `sightline.view:${folder}`;
  if (recall(key) !== memory) store(key, memory);
}

export function recallLayout(): Layout {
  try {
    const saved = JSON.parse(recall('sightline.layout') ?? '{}') as Partial<Layout>;
    return {
      runs_px: typeof saved.runs_px === 'number' ? saved.runs_px : null,
      folded: saved.folded === true,
    };
  } catch {
    return { runs_px: null, folded: false };
  }
}

export function rememberLayout(layout: Layout): void {
  store('sightline.layout', JSON.stringify(layout));
}
