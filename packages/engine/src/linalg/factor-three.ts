/**
 * L D L^T factors and solutions for blocks of three rows (block-cholesky.ts) in WebAssembly: two numbers per instruction and no
 * bounds check of every index, so a third of the time of JavaScript. factor-three.assembly.ts assembles the code.
 */
import { BuildError } from '../base/index.ts';
import type { EliminationOrder } from './elimination-order.ts';
import { CODE } from './factor-three.code.ts';

type Kernel = (targets: number, start: number, count: number) => number;
interface Assembly {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly f: Kernel; readonly s: Kernel } };
}

const PAGE = 65536; // [bytes]
/**
 * [bytes] memory reserved at the start for each block row with a few neighbours, so that a lack of memory is reported while the
 * model is built
 */
const ROW = 1024;

let compiled: object | undefined;

/**
 * Blocks and pattern of a matrix in one WebAssembly memory: values, right side, targets of updates, row indices, column starts.
 */
export class FactorThree {
  private buffer: ArrayBuffer = new ArrayBuffer(0);
  private kernel: { readonly f: Kernel; readonly s: Kernel } = { f: () => -1, s: () => -1 };
  private side: Float64Array = new Float64Array(0);
  private targetsAt = 0;
  private rowsAt = 0;
  private startAt = 0;

  /** Throws BuildError where WebAssembly or memory for it is missing. */
  constructor(count: number) {
    this.reserve(ROW * count);
  }

  /**
   * Reserves room for `length` numbers and copies the pattern; `targets` says which numbers each update changes. Returns the
   * array of values.
   */
  lay(
    length: number,
    targets: Int32Array,
    total: number,
    { count, start, rows, block }: EliminationOrder,
  ): Float64Array {
    const sideAt = 8 * length;
    this.targetsAt = sideAt + 24 * count;
    this.rowsAt = this.targetsAt + 4 * total;
    this.startAt = this.rowsAt + 4 * start[count];
    this.reserve(this.startAt + 4 * start.length + 4 * count);
    this.side = new Float64Array(this.buffer, sideAt, 3 * count);
    const into = new Int32Array(this.buffer, this.targetsAt);
    for (let k = 0; k < total; k++) into[k] = 8 * targets[k];
    let to = total;
    for (let k = 0; k < start[count]; k++) into[to++] = sideAt + 24 * block[rows[k]];
    for (let k = 0; k <= count; k++) into[to++] = start[k];
    for (let k = 0; k < count; k++) into[to++] = sideAt + 24 * block[k];
    return new Float64Array(this.buffer, 0, length);
  }

  /**
   * Grows the memory. A WebAssembly memory that grows detaches its arrays, after which compiled code checks every array for
   * that; so a new memory is made instead.
   */
  private reserve(bytes: number): void {
    if (bytes <= this.buffer.byteLength) return;
    const { WebAssembly } = globalThis as unknown as { WebAssembly: Assembly };
    try {
      const memory = new WebAssembly.Memory({ initial: Math.ceil((1.5 * bytes) / PAGE) });
      compiled ??= new WebAssembly.Module(bytesOf(CODE));
      this.kernel = new WebAssembly.Instance(compiled, { f: { f: memory } }).exports;
      this.buffer = memory.buffer;
    } catch (error) {
      throw new BuildError(
        'no-webassembly',
        `heaps of cables need WebAssembly and a memory of ${bytes} bytes, found: ${String(error)}; ` +
          'allow more address space (12 GB, ulimit -v), or WebAssembly, or take another integrator, such as tr-bdf2',
      );
    }
  }

  /** Returns -1 on success, else the place whose pivot is not positive definite. */
  factor(count: number): number {
    return count === 0 ? -1 : this.kernel.f(this.targetsAt, this.startAt, count);
  }

  /** x <- A^-1 x */
  solve(x: Float64Array, count: number): void {
    if (count === 0) return;
    this.side.set(x);
    this.kernel.s(this.rowsAt, this.startAt, count);
    x.set(this.side);
  }
}

/** Bytes of a hexadecimal text. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}
