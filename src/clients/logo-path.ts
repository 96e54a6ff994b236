/** Where the uploaded logo of an application is served. */

/** Named after its content, so that it may be kept for ever by whoever fetched it. */
export function logoPathOf(digest: string | null): string | null {
  return digest === null ? null : `/logos/${digest}.png`;
}
