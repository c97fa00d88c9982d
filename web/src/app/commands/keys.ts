// The keys: one table that the page obeys and the help shows.

export interface Key {
  /** As the help shows it; parts are separated by spaces. */
  shown: string;
  text: string;
  matches(event: KeyboardEvent): boolean;
  action: string;
}

const plain =
  (...keys: string[]) =>
  (event: KeyboardEvent): boolean =>
    keys.includes(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;

export const KEYS: readonly Key[] = [
  {
    shown: 'Ctrl K',
    text: 'Find a run, tag, page or action',
    action: 'palette',
    matches: (event) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k',
  },
  { shown: '/', text: 'Filter tags', action: 'tags', matches: plain('/') },
  { shown: 'F', text: 'Filter runs', action: 'runs', matches: plain('f') },
  {
    shown: '1 … 9',
    text: 'Pages',
    action: 'page',
    matches: plain('1', '2', '3', '4', '5', '6', '7', '8', '9'),
  },
  { shown: 'J', text: 'Next card', action: 'next', matches: plain('j') },
  { shown: 'K', text: 'Previous card', action: 'previous', matches: plain('k') },
  { shown: 'Enter', text: 'Expand the card', action: 'expand', matches: plain('Enter') },
  { shown: 'Esc', text: 'Back', action: 'back', matches: plain('Escape') },
  { shown: 'P', text: 'Pin the card', action: 'pin', matches: plain('p') },
  { shown: '[ ←', text: 'Step back', action: 'stepBack', matches: plain('[', 'ArrowLeft') },
  { shown: '] →', text: 'Step forward', action: 'stepOn', matches: plain(']', 'ArrowRight') },
  { shown: 'Space', text: 'Pause or resume', action: 'pause', matches: plain(' ') },
  { shown: 'L', text: 'Log y axis', action: 'log', matches: plain('l') },
  { shown: 'R', text: 'Raw lines', action: 'raw', matches: plain('r') },
  { shown: '0', text: 'Reset zoom', action: 'zoom', matches: plain('0') },
  { shown: 'T', text: 'Light or dark', action: 'theme', matches: plain('t') },
  { shown: '\\', text: 'Fold the run list', action: 'fold', matches: plain('\\') },
  { shown: 'S', text: 'Save the view', action: 'save', matches: plain('s') },
  { shown: 'V', text: 'Compare the selected runs, or all shown', action: 'compare', matches: plain('v') },
  { shown: 'C', text: 'Copy the link', action: 'link', matches: plain('c') },
  { shown: '?', text: 'Keyboard shortcuts', action: 'help', matches: plain('?') },
];

/** In the run list, where the focus is on it. */
export const LIST_KEYS: readonly (readonly [string, string])[] = [
  ['↑ ↓', 'Move; Shift: select several'],
  ['← →', 'Fold, unfold'],
  ['X', 'Show or hide'],
  ['Shift X', 'Only these'],
  ['B', 'Set as baseline'],
  ['P', 'Pin to top'],
  ['I', 'Details'],
  ['F2', 'Rename'],
  ['M', 'Menu: note, labels, color'],
  ['Del', 'Move to trash'],
];

// A control that has the focus uses these keys itself.
const OWN_KEYS: readonly { controls: string; actions: readonly string[] }[] = [
  {
    controls: 'button, a, summary, [role=switch], [role=radio], [role=checkbox]',
    actions: ['expand', 'pause'],
  },
  {
    controls: 'input[type=range], [role=slider], [role=radiogroup] *, [role=tab], video, audio',
    actions: ['stepBack', 'stepOn', 'pause'],
  },
];

/** Which action a key press asks for; none while typing. */
export function actionOf(event: KeyboardEvent): string | null {
  const target = event.target instanceof HTMLElement ? event.target : null;
  const typing =
    target !== null &&
    (target.matches('input:not([type=range]):not([type=checkbox]), textarea, select') ||
      target.isContentEditable);
  const found = KEYS.find((key) => key.matches(event));
  if (!found) return null;
  if (typing) return found.action === 'palette' || found.action === 'back' ? found.action : null;
  // Controls use the arrows, not the brackets.
  const isBracket = event.key === '[' || event.key === ']';
  const isOwn = OWN_KEYS.some(
    ({ controls, actions }) => actions.includes(found.action) && target?.matches(controls),
  );
  if (isOwn && !isBracket) return null;
  return found.action;
}
