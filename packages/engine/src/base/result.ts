/** A value, or a typed failure the caller has to look at. For what fails in the ordinary course of a run. */
export type Result<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

export function succeed<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

export function fail<F>(failure: F): Result<never, F> {
  return { ok: false, failure };
}
