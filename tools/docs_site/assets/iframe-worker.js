// Search runs in a worker, which browsers refuse to pages opened from a file. There it runs in a hidden frame.
if (location.protocol === 'file:') {
  window.Worker = class extends EventTarget {
    #waiting = [];
    #frame;

    constructor(address) {
      super();
      // Where the base document has a body, the theme's own script runs.
      const frame = document.createElement('iframe');
      frame.hidden = true;
      document.body.append(frame);
      const inside = (this.#frame = frame.contentWindow);
      inside.postMessage = (data) => this.#answer(data);
      const script = inside.document.createElement('script');
      script.src = String(address);
      script.onload = () => {
        const waiting = this.#waiting;
        this.#waiting = null;
        for (const data of waiting) this.postMessage(data);
      };
      inside.document.body.append(script);
    }

    postMessage(data) {
      if (this.#waiting) this.#waiting.push(data);
      else this.#frame.dispatchEvent(new MessageEvent('message', { data }));
    }

    terminate() {
      this.#frame.frameElement?.remove();
    }

    #answer(data) {
      const message = new MessageEvent('message', { data });
      this.dispatchEvent(message);
      this.onmessage?.(message);
    }
  };
}
