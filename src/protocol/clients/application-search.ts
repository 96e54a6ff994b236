/** How administrators may narrow and order the list of applications, and what they may say of one. */

export const APPLICATION_ORDERS = ['newest', 'oldest', 'name'] as const;
export type ApplicationOrder = (typeof APPLICATION_ORDERS)[number];

export const APPLICATION_FILTERS = [
  'waiting',
  'declined',
  'suspended',
  'verified',
  'first_party',
  'not_verified',
  'unused',
] as const;
export type ApplicationFilter = (typeof APPLICATION_FILTERS)[number];

/** After half a year without a token an application may be obsolete. */
export const UNUSED_SECONDS = 180 * 86_400;

/**
 * `verified`: an administrator has checked who is behind it. `first_party`: it is the service's own, so people need not be
 * asked before it gets access (docs/decisions/0059).
 */
export const MARKS = ['verified', 'first_party'] as const;
export type Mark = (typeof MARKS)[number];
