// Copying for the person, with a word on how it went.
import { copyText } from '../data/clipboard.ts';
import type { Shell } from './context.ts';

export async function copyAndSay(
  { notify }: Pick<Shell, 'notify'>,
  text: string,
  done = 'Copied',
): Promise<void> {
  notify((await copyText(text)) ? done : 'The browser does not allow copying here');
}

export async function copyLink({ view, notify }: Pick<Shell, 'view' | 'notify'>): Promise<void> {
  notify((await copyText(view.link())) ? 'Link copied' : 'The link is in the address bar');
}
