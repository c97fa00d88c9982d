// Whether an element is near the visible part of the page, and how large it is: one observer each for all elements,
// so that they are called in the order in which they were created, the first on the page first.

/** Stops the watching. */
type Stop = () => void;

const MARGIN_PX = 150;
const sights = new WeakMap<Element, (seen: boolean) => void>();
const sizes = new WeakMap<Element, (width_px: number, height_px: number) => void>();
let sightObserver: IntersectionObserver | undefined;
let sizeObserver: ResizeObserver | undefined;

/** Tells now and whenever it changes whether the element is in or near the visible part. */
export function watchSight(element: Element, onChange: (seen: boolean) => void): Stop {
  const observer = (sightObserver ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) sights.get(entry.target)?.(entry.isIntersecting);
    },
    { rootMargin: `${String(MARGIN_PX)}px` },
  ));
  sights.set(element, onChange);
  // The observer speaks a frame later; what is in sight from the beginning need not wait for it.
  if (isNear(element.getBoundingClientRect())) onChange(true);
  observer.observe(element);
  return () => {
    observer.unobserve(element);
    sights.delete(element);
  };
}

/** Tells now and whenever it changes how many whole pixels the element's content has. */
export function watchSize(element: Element, onChange: (width_px: number, height_px: number) => void): Stop {
  const observer = (sizeObserver ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries)
      sizes.get(target)?.(Math.floor(contentRect.width), Math.floor(contentRect.height));
  }));
  sizes.set(element, onChange);
  if (element.clientWidth > 0) onChange(element.clientWidth, element.clientHeight);
  observer.observe(element);
  return () => {
    observer.unobserve(element);
    sizes.delete(element);
  };
}

function isNear({ top, bottom, width }: DOMRect): boolean {
  return width > 0 && bottom > -MARGIN_PX && top < innerHeight + MARGIN_PX;
}
