// The clip that plays: one at a time. Another of the same tag continues at the same position, so that runs can be compared.

let playing: { element: HTMLAudioElement; tag: string } | null = null;

/** Start a clip, end the one that plays; of the same tag from where that one was. */
export function play(element: HTMLAudioElement, tag: string): Promise<void> {
  if (playing && playing.element !== element) {
    const { element: other, tag: otherTag } = playing;
    if (otherTag === tag && !other.paused)
      element.currentTime = Math.min(other.currentTime, element.duration || other.currentTime);
    other.pause();
  }
  playing = { element, tag };
  return element.play();
}
