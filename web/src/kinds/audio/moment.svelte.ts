// One clip plays at a time; another of the same tag goes on at the same moment, so that runs can be heard against each other.

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
