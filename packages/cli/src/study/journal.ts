/**
 * rows.jsonl: one line for every run, written when it ends. A last line truncated by a kill is removed when the file is opened again; rows
 * are found by their id, so a run is never made or counted twice.
 */
import fs from 'node:fs';
import type { Row } from '@hawser/study';

interface Place {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
}

export class Journal {
  readonly #file: number;
  readonly #places: Map<string, Place> = new Map();
  #end = 0;
  #dirty = false;

  constructor(path: string, write: boolean) {
    this.#file = fs.openSync(path, write ? 'a+' : 'r');
    this.#scan();
    if (write && fs.fstatSync(this.#file).size > this.#end) fs.ftruncateSync(this.#file, this.#end);
  }

  get size(): number {
    return this.#places.size;
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  get(id: string): Row | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#read(place);
  }

  /** The row is in the file when this returns. A disk that is full gives an error, and no half of a line. */
  add(row: Row): void {
    const line = Buffer.from(`${JSON.stringify(row)}\n`);
    try {
      for (let sent = 0; sent < line.length; ) sent += fs.writeSync(this.#file, line, sent);
    } catch (error) {
      fs.ftruncateSync(this.#file, this.#end);
      throw error;
    }
    this.#places.set(row.id, { key: row.key, offset: this.#end, length: line.length - 1 });
    this.#end += line.length;
    this.#dirty = true;
  }

  /** Flushes to the disk, so that a power cut loses later rows only. */
  sync(): void {
    if (this.#dirty) fs.fsyncSync(this.#file);
    this.#dirty = false;
  }

  /** In the order of the study; of those in `ids` only. */
  *rows(ids?: ReadonlyMap<string, string>): Generator<Row> {
    const places = [...this.#places].filter(([id]) => ids === undefined || ids.has(id));
    const keyOf = ([id, place]: readonly [string, Place]): string => ids?.get(id) ?? place.key;
    places.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
    for (const entry of places) yield { ...this.#read(entry[1]), key: keyOf(entry) };
  }

  close(): void {
    this.sync();
    fs.closeSync(this.#file);
  }

  #read({ offset, length }: Place): Row {
    const bytes = Buffer.allocUnsafe(length);
    for (let got = 0; got < length; ) {
      const count = fs.readSync(this.#file, bytes, got, length - got, offset + got);
      if (count === 0) throw new Error('rows.jsonl became shorter while it was read');
      got += count;
    }
    return JSON.parse(bytes.toString('utf8')) as Row;
  }

  /** Finds the lines; the first invalid line ends the valid part. */
  #scan(): void {
    const chunk = Buffer.allocUnsafe(1 << 20);
    let rest: Buffer = Buffer.alloc(0);
    let at = 0;
    for (;;) {
      const count = fs.readSync(this.#file, chunk, 0, chunk.length, at);
      if (count === 0) return;
      at += count;
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
      let start = 0;
      for (let newline = bytes.indexOf(10); newline >= 0; newline = bytes.indexOf(10, start)) {
        const row = rowIn(bytes.toString('utf8', start, newline));
        if (row === undefined) return;
        this.#places.set(row.id, { key: row.key, offset: this.#end, length: newline - start });
        this.#end += newline + 1 - start;
        start = newline + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
    }
  }
}

function rowIn(line: string): Row | undefined {
  try {
    const row = JSON.parse(line) as Partial<Row>;
    return typeof row.id === 'string' && typeof row.key === 'string' ? (row as Row) : undefined;
  } catch {
    return undefined;
  }
}
