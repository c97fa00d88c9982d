// The command line that opens a log directory, safe to paste into a shell.

const PLAIN = /^[\w@%+=:,./~-]+$/;

export function openCommand(path: string): string {
  return `sightline --logdir ${PLAIN.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`}`;
}
