/** What each kind of password hash offers that another service may have made. */

/** Says whether a password is the right one; never holds the event loop. */
export type Check = (password: string) => Promise<boolean>;

export interface HashKind {
  /** As the figures name it. */
  readonly name: string;
  /** Undefined for a text that is no hash of this kind, or one that would take too much time or memory to check. */
  read(kept: string): Check | undefined;
}
