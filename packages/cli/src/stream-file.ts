/** series.stream of a run: written as the run goes on, read back at its end or after it was killed. */
import fs from 'node:fs';
import type { StreamSource } from '@hawser/record';
import type { RunSink } from '@hawser/scenario';
import { withPath } from './run-folder.ts';

export class StreamFile implements RunSink {
  readonly #file: number;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.#file = fs.openSync(path, 'w+');
  }

  /** A write may be partial: repeats it for the rest. */
  write(bytes: Uint8Array): void {
    try {
      for (let sent = 0; sent < bytes.length; ) sent += fs.writeSync(this.#file, bytes, sent);
    } catch (error) {
      throw withPath(error, this.#path);
    }
  }

  readBack(): StreamSource {
    return new FileSource(this.#file);
  }

  close(): void {
    fs.closeSync(this.#file);
  }
}

/** Runs `read` on the bytes of a file that is not in memory as a whole. */
export function withFile<T>(path: string, read: (source: StreamSource) => T): T {
  const file = fs.openSync(path, 'r');
  try {
    return read(new FileSource(file));
  } finally {
    fs.closeSync(file);
  }
}

class FileSource implements StreamSource {
  readonly size: number;
  readonly #file: number;
  #buffer: Uint8Array = new Uint8Array(65536);

  constructor(file: number) {
    this.#file = file;
    this.size = fs.fstatSync(file).size;
  }

  read(start: number, end: number): Uint8Array {
    const length = end - start;
    if (length > this.#buffer.length) this.#buffer = new Uint8Array(length);
    for (let got = 0; got < length; ) {
      const count = fs.readSync(this.#file, this.#buffer, got, length - got, start + got);
      if (count === 0) throw new Error('the stream became shorter while it was read');
      got += count;
    }
    return this.#buffer.subarray(0, length);
  }
}
