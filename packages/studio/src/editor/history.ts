/** What can be undone: one stretch of text replaced by another, step after step; letters typed in one go are one step. */

export interface Edit {
  readonly from: number;
  readonly out: string;
  readonly put: string;
  /** the selection before it */
  readonly before: readonly [number, number];
}

/** A step back or forth: `out` stands at `from` and becomes `put`. */
export interface Travel {
  readonly from: number;
  readonly out: string;
  readonly put: string;
  readonly select: readonly [number, number];
}

/** [ms] between letters of one step */
const ONE_GO = 800;
const MOST = 1000;

export class History {
  #past: Edit[] = [];
  #future: Edit[] = [];
  #last = Number.NEGATIVE_INFINITY;

  add(edit: Edit, now: number = performance.now()): void {
    this.#future = [];
    const last = this.#past.at(-1);
    const letters = edit.out === '' && edit.put.length === 1 && edit.put !== '\n';
    if (letters && last !== undefined && now - this.#last < ONE_GO && last.from + last.put.length === edit.from) {
      this.#past[this.#past.length - 1] = { ...last, put: last.put + edit.put };
    } else {
      this.#past.push(edit);
      if (this.#past.length > MOST) this.#past.shift();
    }
    this.#last = letters ? now : Number.NEGATIVE_INFINITY;
  }

  undo(): Travel | undefined {
    const edit = this.#past.pop();
    if (edit === undefined) return undefined;
    this.#future.push(edit);
    this.#last = Number.NEGATIVE_INFINITY;
    return { from: edit.from, out: edit.put, put: edit.out, select: edit.before };
  }

  redo(): Travel | undefined {
    const edit = this.#future.pop();
    if (edit === undefined) return undefined;
    this.#past.push(edit);
    const end = edit.from + edit.put.length;
    return { from: edit.from, out: edit.out, put: edit.put, select: [end, end] };
  }

  clear(): void {
    [this.#past, this.#future] = [[], []];
  }
}
