// What the buttons of a card say to all of its films.

export interface Controls {
  playing: boolean;
  speed: number;
  /** How many frames were stepped so far, forward counted up and back counted down. */
  stepped: number;
}
