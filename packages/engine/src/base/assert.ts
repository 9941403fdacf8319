/** Checks of the program against itself. A user's mistake is an Issue or a BuildError, never an assertion. */

/** Thrown when the program contradicts itself. */
export class AssertionError extends Error {
  constructor(message: string) {
    super(`this is a defect of the program, not of the model: ${message}`);
    this.name = 'AssertionError';
  }
}

/** For set-up code and the edges of kernels; not for the inside of a loop over nodes, where it would be paid every step. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** Makes a `switch` over a closed union complete: a forgotten member does not compile. */
export function unreachable(value: never): never {
  throw new AssertionError(`unexpected value ${JSON.stringify(value)}`);
}
