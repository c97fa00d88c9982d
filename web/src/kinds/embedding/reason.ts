// Why the server refused something, as a sentence for people.

/** Its message without the word for the status, which says nothing more. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^not found: /, '');
}
