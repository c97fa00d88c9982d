// What the page benchmark runs inside a page: when charts are drawn, how long it blocks, how it answers a person.

/** From the page's first moment: notes when cards have lines, and the longest task. `cards` selects them. */
export function watch(cards) {
  const notes = { first: null, all: null, longest_ms: 0 };
  window.notes = notes;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) notes.longest_ms = Math.max(notes.longest_ms, entry.duration);
  }).observe({ type: 'longtask', buffered: true });
  const probe = new OffscreenCanvas(120, 60).getContext('2d', { willReadFrequently: true });
  const hasLines = (canvas) => {
    probe.clearRect(0, 0, 120, 60);
    probe.drawImage(canvas, 0, 0, 120, 60);
    const { data } = probe.getImageData(0, 0, 120, 60);
    for (let i = 0; i < data.length; i += 4) {
      const high = Math.max(data[i], data[i + 1], data[i + 2]);
      if (data[i + 3] > 20 && high - Math.min(data[i], data[i + 1], data[i + 2]) > 40) return true;
    }
    return false;
  };
  const drawn = new WeakSet();
  const isSeen = (card) => {
    const box = card.getBoundingClientRect();
    return box.width > 0 && box.top < innerHeight - 40 && box.bottom > 0;
  };
  const look = () => {
    const seen = [...document.querySelectorAll(cards)].filter(isSeen);
    for (const card of seen) {
      const canvas = drawn.has(card) ? null : card.querySelector('canvas');
      if (canvas && canvas.width > 0 && hasLines(canvas)) drawn.add(card);
    }
    if (notes.first === null && seen.some((card) => drawn.has(card))) notes.first = performance.now();
    if (seen.length > 0 && seen.every((card) => drawn.has(card))) notes.all = performance.now();
    else setTimeout(look, 10);
  };
  setTimeout(look, 10);
}

/** Do something again and again, each time until the frame after it is shown; the milliseconds each took. */
export async function respond([source, times]) {
  const act = new Function('i', source);
  const took = [];
  for (let i = 0; i < times; i += 1) {
    const begin = performance.now();
    act(i);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    took.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  return took;
}

/** Frames a second while something scrolls. */
export async function scroll(selector) {
  const box = document.querySelector(selector);
  if (!box) return null;
  let frames = 0;
  const begin = performance.now();
  while (performance.now() - begin < 1500) {
    box.scrollTop += 40;
    await new Promise(requestAnimationFrame);
    frames += 1;
  }
  box.scrollTop = 0;
  return Math.round((frames * 1000) / (performance.now() - begin));
}

/** Compressed JavaScript that was asked for before the first chart was drawn, in kilobytes. */
export function scriptSize() {
  const scripts = performance
    .getEntriesByType('resource')
    .filter((entry) => /\.js(\?|$)/.test(entry.name) && entry.startTime < window.notes.first);
  return Math.round(scripts.reduce((sum, entry) => sum + entry.encodedBodySize, 0) / 100) / 10;
}

/** Resolves with the time (of the wall clock, in ms) of the first frame on which a card's canvas looks other than now. */
export function nextPaint(selector) {
  const probe = new OffscreenCanvas(200, 100).getContext('2d', { willReadFrequently: true });
  const look = () => {
    probe.clearRect(0, 0, 200, 100);
    probe.drawImage(document.querySelector(selector), 0, 0, 200, 100);
    return probe
      .getImageData(0, 0, 200, 100)
      .data.reduce((sum, value, i) => (sum * 31 + value * (i + 1)) | 0, 7);
  };
  const before = look();
  window.painted = new Promise((resolve) => {
    const again = () => (look() === before ? requestAnimationFrame(again) : resolve(Date.now()));
    requestAnimationFrame(again);
  });
}
