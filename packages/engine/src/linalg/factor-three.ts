/**
 * L D L^T of blocks of three rows (block-cholesky.ts), in WebAssembly: two numbers at once and no check of every index, a third of the time. Its
 * code is put together in factor-three.assembly.ts.
 */
import { CODE } from './factor-three.code.ts';

type Kernel = (targets: number, start: number, count: number) => number;
interface Assembly {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly f: Kernel } };
}
const { WebAssembly } = globalThis as unknown as { WebAssembly: Assembly };

const PAGE = 65536; // [bytes]

let compiled: object | undefined;

/** Blocks and pattern of a matrix, in one memory: numbers first, then where the updates go, then where columns begin. */
export class FactorThree {
  private buffer: ArrayBuffer = new ArrayBuffer(0);
  private kernel: Kernel = () => -1;
  private targetsAt = 0;
  private startAt = 0;

  /** Room for so many numbers, whose updates go to the given ones; start: by column. Returns the numbers. */
  lay(length: number, targets: Int32Array, total: number, start: Int32Array): Float64Array {
    this.targetsAt = 8 * length;
    this.startAt = this.targetsAt + 4 * total;
    this.reserve(this.startAt + 4 * start.length);
    const to = new Int32Array(this.buffer, this.targetsAt, total);
    for (let k = 0; k < total; k++) to[k] = 8 * targets[k];
    new Int32Array(this.buffer, this.startAt, start.length).set(start);
    return new Float64Array(this.buffer, 0, length);
  }

  /** A memory that grows would take its arrays away, and from then on compiled code asks of every array whether it is still there. */
  private reserve(bytes: number): void {
    if (bytes <= this.buffer.byteLength) return;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((1.5 * bytes) / PAGE) });
    compiled ??= new WebAssembly.Module(bytesOf(CODE));
    this.kernel = new WebAssembly.Instance(compiled, { f: { f: memory } }).exports.f;
    this.buffer = memory.buffer;
  }

  /** -1: done; else the place whose pivot is not positive. */
  factor(count: number): number {
    return count === 0 ? -1 : this.kernel(this.targetsAt, this.startAt, count);
  }
}

/** Bytes written as hexadecimal digits. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}
