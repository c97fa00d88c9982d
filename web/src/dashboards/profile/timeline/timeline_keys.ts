// The keys of the timeline as the help shows them.

/** Keys, separated by spaces, and what they do. */
export const TIMELINE_KEYS: readonly (readonly [string, string])[] = [
  ['W S', 'Zoom in, out; hold to glide'],
  ['A D', 'Move left, right'],
  ['M', 'Select the range of the slice'],
  ['F', 'Zoom to the slice or range'],
  ['← →', 'Slice before, after'],
  ['↑ ↓', 'Parent, first child'],
  ['Esc', 'Clear the selection'],
];

export const TIMELINE_MOUSE: readonly (readonly [string, string])[] = [
  ['Drag', 'Select a range'],
  ['Shift drag', 'Move'],
  ['Ctrl wheel', 'Zoom at the pointer'],
  ['Shift wheel', 'Move'],
];
