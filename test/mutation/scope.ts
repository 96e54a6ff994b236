/** What is mutated, and which tests have to notice: quick ones, without a network and without waiting. */

export interface Part {
  readonly name: string;
  readonly says: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

export const PARTS: readonly Part[] = [
  {
    name: 'protocol',
    says: 'every rule of the house',
    sources: ['src/protocol/**/*.ts'],
    // One of them measures time, which instrumented code takes more of.
    tests: ['test/protocol/**/!(linear-time).test.ts'],
  },
  {
    name: 'acts',
    says: 'single use, binding, client authentication, sessions and liveness, where they are acted upon',
    sources: [
      'src/grants/authorization-code.ts',
      'src/grants/refresh-token.ts',
      'src/tokens/inspect.ts',
      'src/tokens/guard.ts',
      'src/tokens/revoke.ts',
      'src/clients/authenticate.ts',
      'src/clients/authentication/secret.ts',
      'src/accounts/sessions.ts',
      'src/storage/database.ts',
    ],
    tests: ['test/acts/*.test.ts'],
  },
];

/** The shelves whose conditions make single use, binding and liveness true at the commit. */
export const SHELVES = [
  'src/storage/tables/tokens/codes.ts',
  'src/storage/tables/tokens/pairs.ts',
  'src/storage/tables/tokens/families.ts',
  'src/storage/tables/people/sessions.ts',
];

/** Of all mutants, at least so many in a hundred are killed. */
export const LEAST_PERCENT = 95;

/** Single use, binding, redirect and proof key (SECURITY-CASES F1 to F4): here every mutant is killed. */
export const PREDICATES = [
  'src/protocol/authorize/request.ts',
  'src/protocol/clients/identification.ts',
  'src/protocol/tokens/code.ts',
  'src/protocol/tokens/liveness.ts',
  'src/protocol/tokens/pkce.ts',
  'src/protocol/clients/redirect-uri.ts',
  'src/protocol/tokens/rotation.ts',
  'src/protocol/tokens/rotation.ts',
  'src/storage/tables/tokens/codes.ts',
  'src/storage/tables/tokens/families.ts',
  'src/storage/tables/tokens/pairs.ts',
];
