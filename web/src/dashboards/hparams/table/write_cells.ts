// Writes the cells of a row into the page. Hundreds are in sight at once, too many for reactive values of their own.
import type { Cell } from './row_cells.ts';

const written = new WeakMap<Element, Cell>();

/** The line begins with the cell of the trial's name, which stays; of the others only what differs is written. */
export function writeCells(line: Element, cells: readonly Cell[]): void {
  cells.forEach((cell, i) => write((line.children[i + 1] as HTMLElement | undefined) ?? append(line), cell));
  while (line.children.length > cells.length + 1) line.lastElementChild?.remove();
}

function append(line: Element): HTMLElement {
  const made = document.createElement('span');
  made.setAttribute('role', 'gridcell');
  line.append(made);
  return made;
}

function write(element: HTMLElement, cell: Cell): void {
  const before = written.get(element);
  if (before?.place !== cell.place) element.setAttribute('aria-colindex', String(cell.place));
  if (before?.look !== cell.look) element.className = cell.look;
  if ((before?.style ?? '') !== cell.style) element.style.cssText = cell.style;
  if (before?.title !== cell.title) element.title = cell.title;
  if (before?.text !== cell.text || before.isPill !== cell.isPill) writeText(element, cell);
  written.set(element, cell);
}

function writeText(element: HTMLElement, { text, isPill }: Cell): void {
  if (!isPill) {
    element.textContent = text;
    return;
  }
  const pill = document.createElement('span');
  pill.textContent = text;
  element.replaceChildren(pill);
}
