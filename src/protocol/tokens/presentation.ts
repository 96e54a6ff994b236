/** Every way to present an access token at a protected endpoint, by the scheme of the Authorization header. */
import { BEARER, type PresentedToken, parseBearer } from './bearer.ts';

interface Presentation {
  /** Also the `token_type` of tokens that are presented so (RFC 6749 §7.1). */
  readonly scheme: string;
  /** `absent` where the header is of another scheme. */
  parse(header: string | undefined): PresentedToken;
}

export const PRESENTATIONS: readonly Presentation[] = [{ scheme: BEARER, parse: parseBearer }];

const ABSENT: PresentedToken = { kind: 'absent' };

export function parsePresented(header: string | undefined): PresentedToken {
  for (const presentation of PRESENTATIONS) {
    const presented = presentation.parse(header);
    if (presented.kind !== 'absent') return presented;
  }
  return ABSENT;
}
