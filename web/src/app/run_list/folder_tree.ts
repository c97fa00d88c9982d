// Runs as a tree by folder, each folder in the order in which the list has its first run.
import type { Run } from '../../data/shapes.ts';

export class Folder {
  /** Runs and folders in it, in the order of the list. */
  readonly order: (Run | Folder)[] = [];
  readonly runs: Run[] = [];
  readonly folders = new Map<string, Folder>();

  constructor(
    readonly path: string,
    readonly above: string,
  ) {}

  child(name: string): Folder {
    let found = this.folders.get(name);
    if (!found) {
      found = new Folder(this.path === '' ? name : `${this.path}/${name}`, this.path);
      this.folders.set(name, found);
      this.order.push(found);
    }
    return found;
  }

  all(): Run[] {
    return this.order.flatMap((one) => (one instanceof Folder ? one.all() : [one]));
  }
}

/** The folder above all; a run lies in the folders that its name has before the last slash. */
export function asTree(runs: readonly Run[]): Folder {
  const root = new Folder('', '');
  for (const run of runs) {
    const folder = run.name
      .split('/')
      .slice(0, -1)
      .reduce((at, part) => at.child(part), root);
    folder.runs.push(run);
    folder.order.push(run);
  }
  return root;
}

/** A path as seen from a folder above it. */
export function below(path: string, above: string): string {
  return above !== '' && path.startsWith(`${above}/`) ? path.slice(above.length + 1) : path;
}
