// What this browser remembers of a log folder: the view's settings and how the run list lies.

import { keep, recall } from './storage';

const LAST = `sightline.folder:${location.pathname}`;

export interface Layout {
  runs_px: number | null;
  folded: boolean;
}

/** The folder that this address showed last; known before the server answers, so that nothing jumps. */
export function lastFolder(): string {
  return recall(LAST) ?? '';
}

export function keepFolder(folder: string): void {
  keep(LAST, folder);
}

export function recallView(folder: string): string | null {
  return recall(`sightline.view:${folder}`);
}

export function keepView(folder: string, memory: string): void {
  const key = `sightline.view:${folder}`;
  if (recall(key) !== memory) keep(key, memory);
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

export function keepLayout(layout: Layout): void {
  keep('sightline.layout', JSON.stringify(layout));
}
