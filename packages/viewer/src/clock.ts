/** The instant that replay, plots and tables share, and how it moves. */

export const SPEEDS: readonly number[] = [0.1, 0.25, 0.5, 1, 2, 4];

export class Clock {
  readonly start: number;
  #end: number;
  #time: number;
  #playing = false;
  #speed = 1;
  readonly #listeners = new Set<() => void>();

  constructor(start: number, end: number) {
    this.start = start;
    this.#end = end;
    this.#time = start;
  }

  /** [s] */
  get end(): number {
    return this.#end;
  }

  /** [s] simulated */
  get time(): number {
    return this.#time;
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** simulated seconds a second */
  get speed(): number {
    return this.#speed;
  }

  /** Adds a listener to every change. */
  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Removes a listener. */
  leave(listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** The run has grown, or went back; `along`: moves to its end. */
  setEnd(end: number, along = false): void {
    this.#end = Math.max(this.start, end);
    this.#time = along ? this.#end : Math.min(this.#end, this.#time);
    this.#tell();
  }

  set(time: number): void {
    const next = Math.min(this.end, Math.max(this.start, time));
    if (next === this.#time || Number.isNaN(next)) return;
    this.#time = next;
    this.#tell();
  }

  setSpeed(speed: number): void {
    this.#speed = speed;
    this.#tell();
  }

  /** The next speed up (+1) or down (-1) the list. */
  shiftSpeed(by: 1 | -1): void {
    const at = SPEEDS.findIndex((speed) => speed >= this.#speed);
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))]);
  }

  /** Starts or stops; from the end it starts over. */
  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.end <= this.start) return;
    if (this.#time >= this.end) this.#time = this.start;
    this.#playing = true;
    this.#tell();
  }

  pause(): void {
    this.#playing = false;
    this.#tell();
  }

  /** Moves on by so many seconds of the viewer's time. */
  tick(seconds: number): void {
    if (!this.#playing) return;
    const next = this.#time + seconds * this.#speed;
    if (next >= this.end) this.#playing = false;
    this.#time = Math.min(this.end, next);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
