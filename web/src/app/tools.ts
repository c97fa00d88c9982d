// The tools around the dashboard: one part of the code, loaded once the dashboard has its first frame.
export { shellActions, type Action } from './commands/actions.ts';
export { default as Palette } from './commands/Palette.svelte';
export { NoticeStore } from './notices/notice_store.svelte.ts';
export { titleOf } from './notices/notices.ts';
export { default as PhoneBar } from './top_bar/PhoneBar.svelte';
export { default as TopBar } from './top_bar/TopBar.svelte';
