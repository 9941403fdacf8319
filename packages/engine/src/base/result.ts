/** A value, or a typed failure that the caller must handle. For failures that belong to the ordinary course of a run. */
export type Result<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

/** Wraps a value. */
export function succeed<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** Wraps a failure. */
export function fail<F>(failure: F): Result<never, F> {
  return { ok: false, failure };
}
