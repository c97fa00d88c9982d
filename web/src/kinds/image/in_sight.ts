// Whether an element is near the visible part of the page: one observer for all.

type Told = (seen: boolean) => void;

let observer: IntersectionObserver | undefined;
const listeners = new WeakMap<Element, Told>();

/** A Svelte attachment. */
export function inSight(told: Told): (element: Element) => () => void {
  return (element) => {
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting);
      },
      { rootMargin: '120px' },
    );
    listeners.set(element, told);
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      listeners.delete(element);
    };
  };
}
