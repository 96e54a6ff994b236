/** The body of a successful token answer (RFC 6749 §5.1, SPEC D3), written straight to JSON. */

export interface TokenAnswer {
  readonly accessToken: string;
  readonly expiresIn: number;
  /** Absent for client credentials (RFC 6749 §4.4.3). */
  readonly refreshToken: string | null;
  readonly scope: string;
  readonly createdAt: number;
}

/** Tokens are base64url and scopes are checked, but the scope still goes through JSON.stringify: it is text. */
export function tokenAnswerBody(answer: TokenAnswer): string {
  const refresh = answer.refreshToken === null ? '' : `"refresh_token":"${answer.refreshToken}",`;
  return `{"access_token":"${answer.accessToken}","token_type":"Bearer","expires_in":${answer.expiresIn},${refresh}"scope":${JSON.stringify(answer.scope)},"created_at":${answer.createdAt}}`;
}
