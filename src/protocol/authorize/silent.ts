/** Why a request that wanted nothing shown (prompt=none, OpenID Connect Core §3.1.2.1) cannot pass without a person. */

/**
 * `never_certain`: any program may receive the answer, whatever was allowed. `not_allowed`: nothing was. `more_asked`: less
 * was allowed than is asked for. `too_often`: all would have passed, had there not been so many.
 */
export const REASONS_TO_ASK = ['never_certain', 'not_allowed', 'more_asked', 'too_often'] as const;

export type ReasonToAsk = (typeof REASONS_TO_ASK)[number];

/** What browsers say of a hidden frame in a page of another site: they send it no cookies that are for this site alone. */
export function isForeignFrame(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'cross-site';
}

export function loginRequired({ isInForeignFrame }: { readonly isInForeignFrame: boolean }) {
  const description = isInForeignFrame ? UNSEEN_IN_FRAME : 'The user is not signed in.';
  return { error: 'login_required', description, isInForeignFrame } as const;
}

const UNSEEN_IN_FRAME = 'In a frame of another site the browser does not tell whether the user is signed in.';

/** `most`: the codes that the application gets for one user in an hour. */
export function consentRequired(mustAsk: ReasonToAsk, most: number) {
  return { error: 'consent_required', description: describe(mustAsk, most), mustAsk } as const;
}

function describe(mustAsk: ReasonToAsk, most: number): string {
  switch (mustAsk) {
    case 'never_certain':
      return 'Users of a public application without an https redirect URI are asked every time.';
    case 'not_allowed':
      return 'The user has not allowed this application yet.';
    case 'more_asked':
      return 'The user has not allowed all of the requested scope.';
    case 'too_often':
      return `This application got ${most} codes for the user within an hour, so the user has to be asked again.`;
  }
}
