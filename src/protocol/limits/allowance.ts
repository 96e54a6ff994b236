/** What the gates say: one more try is allowed, or not before a while. */

export interface Limit {
  readonly most: number;
  readonly windowSeconds: number;
}

export type Allowance =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly retryAfterSeconds: number;
      /** True for the first refusal of a window: the one worth an event. */
      readonly isFirst: boolean;
    };

export const ALLOWED: Allowance = { allowed: true };
