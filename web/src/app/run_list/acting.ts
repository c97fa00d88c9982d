// What the run list does with one or several runs on the server: edit, move to trash, restore.
import { sendJson } from '../../data/api.ts';
import type { Batch, Run, RunEdit } from '../../data/shapes.ts';
import type { Shell } from '../../public/context.ts';

type Acting = Pick<Shell, 'board' | 'notify'>;

/** Make the same change to all, or one of each run's own. */
export function edit(
  { board, notify }: Acting,
  runs: readonly Run[],
  change: RunEdit | ((run: Run) => RunEdit),
): void {
  const changes = new Map(runs.map((run) => [run.id, typeof change === 'function' ? change(run) : change]));
  board.edit(changes).catch((error: unknown) => notify((error as Error).message));
}

/** Pin a run in this view, or unpin it; one pinned for everybody is unpinned for everybody. */
export function togglePin({ board, notify, view }: Acting & Pick<Shell, 'view'>, run: Run): void {
  if (run.pinned) edit({ board, notify }, [run], { pinned: false });
  else view.toggle('pinnedRuns', run.name);
}

export async function moveToTrash({ board, notify }: Acting, runs: readonly Run[]): Promise<void> {
  try {
    const { batches } = await sendJson<{ batches: Batch[] }>('PUT', 'trash', {
      runs: runs.map((run) => run.id),
    });
    await board.refresh();
    notify(`${countRuns(runs.length)} moved to trash`, {
      text: 'Restore',
      run: () => void restore({ board, notify }, batches),
    });
  } catch (error) {
    notify((error as Error).message);
  }
}

export async function restore({ board, notify }: Acting, batches: readonly Batch[]): Promise<void> {
  try {
    let n = 0;
    for (const { batch, runs } of batches) {
      const { not_restored: nLeft } = await sendJson<{ not_restored: number }>(
        'DELETE',
        `trash/${encodeURIComponent(batch)}`,
      );
      n += runs.length;
      if (nLeft > 0) notify(`${String(nLeft)} files stay in the trash: their place is taken`);
    }
    await board.refresh();
    notify(`${countRuns(n)} restored`);
  } catch (error) {
    notify((error as Error).message);
  }
}

export function countRuns(n: number): string {
  return `${String(n)} ${n === 1 ? 'run' : 'runs'}`;
}

/** The labels that all of these runs have. */
export function commonLabels(runs: readonly Run[]): string[] {
  return (runs[0]?.labels ?? []).filter((label) => runs.every((run) => run.labels.includes(label)));
}

/** A run's labels after somebody changed the common ones of several. */
export function relabeled(run: Run, before: readonly string[], after: readonly string[]): string[] {
  const unchanged = run.labels.filter((label) => !before.includes(label) || after.includes(label));
  return [...new Set([...unchanged, ...after])];
}
