/** What the formal model is asked: sound services that must hold, broken ones and landmarks that must be found. */

export interface Case {
  readonly says: string;
  readonly definitions: readonly string[];
  /** What the violated assertion speaks of; undefined where none may be violated. */
  readonly caught?: RegExp;
}

/** A few seconds: from nothing to the first answer, and from the first pair to theft and retries. */
export const SMALL: readonly Case[] = [
  { says: 'two requests from nothing', definitions: ['REQUESTS=2'] },
  { says: 'three requests with a pair', definitions: ['STARTED', 'REQUESTS=3'] },
];

/** Some minutes and gigabytes. */
export const LARGE: readonly Case[] = [
  { says: 'four requests from nothing', definitions: ['REQUESTS=4'] },
  { says: 'four requests with a pair', definitions: ['STARTED', 'REQUESTS=4', 'PAIRS=5', 'LAST_SECOND=3'] },
];

export const BROKEN: readonly Case[] = [
  {
    says: 'a code is exchanged by what was read before (I2)',
    definitions: ['CHECK_THEN_MINT', 'REQUESTS=2'],
    caught: /!\(exchanged\)/,
  },
  {
    says: 'a refresh token is renewed by what was read before (I2, I7)',
    definitions: ['CHECK_THEN_RENEW', 'STARTED', 'REQUESTS=3'],
    caught: /first_use|revoked/,
  },
  {
    says: 'an access token is taken by what was read before (I3)',
    definitions: ['CHECK_THEN_USE', 'STARTED', 'REQUESTS=3'],
    caught: /revoked/,
  },
  {
    says: 'a lost answer is taken for theft (I8)',
    definitions: ['STRICT', 'STARTED', 'REQUESTS=2'],
    caught: /first_use/,
  },
  {
    says: 'a server remembers what it read (I3)',
    definitions: ['REMEMBERED', 'STARTED', 'REQUESTS=3'],
    caught: /late/,
  },
];

/** Without these the rest would prove nothing. */
export const LANDMARKS: readonly Case[] = [
  'a code is replayed',
  'theft is detected',
  'a sibling that was never used is revoked',
  'a guard undoes a batch',
  'a refresh token is renewed within the leeway',
].map((says, index) => ({
  says,
  definitions: [`LANDMARK=${index + 1}`, 'STARTED', 'REQUESTS=3'],
  caught: new RegExp(`\\(${index + 1}!=${index + 1}\\)`),
}));
