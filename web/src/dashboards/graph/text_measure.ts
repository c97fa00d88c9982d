// Widths of texts and texts cut to a width, remembered: painting asks for the same ones in every frame.

export class TextMeasure {
  readonly #widths = new Map<string, number>();
  readonly #cuts = new Map<string, string>();
  readonly #context = document.createElement('canvas').getContext('2d');

  constructor(readonly face: string) {}

  width = (text: string, font: string): number => {
    const key = `${font} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      if (this.#context) this.#context.font = `${font} ${this.face}`;
      width = this.#context?.measureText(text).width ?? text.length * 6.5;
      this.#widths.set(key, width);
    }
    return width;
  };

  /** In the middle, as names differ at both ends. */
  cut = (text: string, font: string, room: number): string => {
    if (this.width(text, font) <= room) return text;
    const key = `${font} ${String(Math.round(room))} ${text}`;
    let cut = this.#cuts.get(key);
    if (cut === undefined) {
      let [least, most] = [0, text.length];
      while (least < most) {
        const n = Math.ceil((least + most) / 2);
        if (this.width(shortened(text, n), font) <= room) least = n;
        else most = n - 1;
      }
      cut = least === 0 ? '' : shortened(text, least);
      this.#cuts.set(key, cut);
    }
    return cut;
  };
}

function shortened(text: string, n: number): string {
  const head = Math.ceil(n * 0.6);
  return `${text.slice(0, head)}…${n > head ? text.slice(head - n) : ''}`;
}
