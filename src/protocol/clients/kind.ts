/** What kind of program an application is: it decides which fields it needs and whether it can keep a secret. */

export const CLIENT_KINDS = ['web', 'spa', 'native', 'machine'] as const;

export type ClientKind = (typeof CLIENT_KINDS)[number];

/** RFC 6749 §2.1: what runs on a server keeps a secret; what runs with the user cannot. */
export function keepsSecret(kind: ClientKind): boolean {
  return kind === 'web' || kind === 'machine';
}

/** A machine acts for itself alone: no browser is redirected to it. */
export function needsRedirectUri(kind: ClientKind): boolean {
  return kind !== 'machine';
}

/**
 * The kind that a form means. `confidential` is how the forms of scripts name the type; where it contradicts the kind,
 * it is what the sender wrote down, and the kind is the one that such an application had before kinds existed.
 */
export function readKind(kind: string | undefined, confidential: string | undefined): ClientKind {
  const named = CLIENT_KINDS.find((each) => each === kind);
  if (confidential === undefined) return named ?? 'web';
  const isConfidential = confidential !== 'no';
  if (named !== undefined && keepsSecret(named) === isConfidential) return named;
  return isConfidential ? 'web' : 'native';
}
