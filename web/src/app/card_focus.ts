// Walking over the cards of a page by keys.

function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('article[data-tag]')];
}

/** The card that holds the focus, or the one under the pointer. */
export function currentCard(): HTMLElement | undefined {
  return (
    cards().find((card) => card.contains(document.activeElement)) ??
    cards().find((card) => card.matches(':hover'))
  );
}

/** Next or previous card gets the focus; with one card expanded, its own buttons do it. */
export function moveCard(by: number): void {
  const button = document.querySelector<HTMLElement>(
    by > 0 ? '[aria-label="Next tag"]' : '[aria-label="Previous tag"]',
  );
  if (button) {
    button.click();
    return;
  }
  const all = cards();
  const current = currentCard();
  const at = current ? all.indexOf(current) + by : 0;
  const next = all[Math.max(0, Math.min(all.length - 1, at))];
  next?.scrollIntoView({ block: 'nearest' });
  next?.focus({ preventScroll: true });
}
