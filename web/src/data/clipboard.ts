// The clipboard, as far as the browser gives it: to pages of https and of this machine in full, to others only for text.

/** Whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/** What stands in the way of copying a picture, as a sentence; null: it was copied. */
export async function copyPicture(picture: Blob): Promise<string | null> {
  if (!isSecureContext) return 'Browsers copy pictures only from https or localhost.';
  try {
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
    return null;
  } catch {
    return 'The browser does not allow copying pictures here.';
  }
}

/** The old way, which needs no secure page: select a text and have the browser copy what is selected. */
function copyByHand(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
  }
}
