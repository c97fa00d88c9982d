// What opens over the run list: one part of the code, loaded when the page has settled or one of them is wanted.
export { default as RunDetails } from './RunDetails.svelte';
export { default as RunMenu } from './RunMenu.svelte';
export { default as TrashDialog } from './TrashDialog.svelte';
