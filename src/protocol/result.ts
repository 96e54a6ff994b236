/** The two ways an act can end: with a value, or with a refusal that is itself an answer. */

export type Result<Value, Reason> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Reason };

export function accept<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function refuse<Reason>(refusal: Reason): { readonly ok: false; readonly refusal: Reason } {
  return { ok: false, refusal };
}
