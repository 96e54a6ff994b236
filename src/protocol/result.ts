/** The two ways an act can end: with a value, or with a refusal that is itself an answer. And how to go on, now or later. */

export type Result<Value, Reason> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Reason };

export function accept<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function refuse<Reason>(refusal: Reason): { readonly ok: false; readonly refusal: Reason } {
  return { ok: false, refusal };
}

/** Goes on at once with what is known at once, and later with what has to be awaited: a promise costs more than most lookups. */
export function andThen<Known, Next>(
  value: Known | Promise<Known>,
  next: (value: Known) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
