// Live or paused: while paused the charts stand still and say so.

export class LiveSwitch {
  paused = $state(false);

  toggle(): void {
    this.paused = !this.paused;
  }
}
