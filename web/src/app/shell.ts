// The shell is made when the first answers are there, so that it is laid out and painted once.
import '../widgets/tokens.css';
import '../widgets/base.css';
import { mount } from 'svelte';
import type { PageModule } from '../public/page.ts';
import { LiveBoard } from '../state/live_board.svelte.ts';
import App from './App.svelte';
import { lookUpFaces } from './face_lookup.ts';

/** An empty page is shown no longer than this. */
const BLINK_MS = 120;

/** All style sheets that the page names itself; scripts do not wait for them. */
async function styles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    (link) => !link.sheet,
  );
  await Promise.all(links.map((link) => new Promise((resolve) => (link.onload = link.onerror = resolve))));
}

/** Show the dashboard; `answers` are those that were requested ahead. */
export async function open(dashboard: PageModule | null, answers: Promise<unknown>): Promise<void> {
  const board = new LiveBoard();
  const rest = new Promise((resolve) => setTimeout(resolve, BLINK_MS));
  await Promise.all([
    styles().then(lookUpFaces),
    Promise.race([Promise.all([answers, board.refresh()]), rest]),
  ]);
  const target = document.getElementById('app');
  if (target) mount(App, { target, props: { board, dashboard } });
}
