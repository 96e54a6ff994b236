/** What the endpoints answer about tokens: the token endpoint, introspection and the identity endpoint. */
import { chosenPicture, drawnAddress } from '../people/picture.ts';
import { BEARER } from './bearer.ts';

export interface TokenAnswer {
  readonly accessToken: string;
  /** RFC 6749 §7.1: how the access token is presented. */
  readonly tokenType: string;
  readonly expiresIn: number;
  /** Absent for client credentials (RFC 6749 §4.4.3). */
  readonly refreshToken: string | null;
  readonly scope: string;
  readonly createdAt: number;
  /** Whose tokens they are; not part of the answer. */
  readonly familyId: number;
  /** Further members, in this order behind the others. */
  readonly extras: readonly (readonly [name: string, value: string])[];
}

/**
 * The body of a successful token answer (RFC 6749 §5.1, SPEC D3), written straight to JSON. Tokens are base64url and
 * scopes are checked, but the scope still goes through JSON.stringify: it is text.
 */
export function tokenAnswerBody(answer: Omit<TokenAnswer, 'familyId'>): string {
  const refresh = answer.refreshToken === null ? '' : `"refresh_token":"${answer.refreshToken}",`;
  const extras = answer.extras.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('');
  return `{"access_token":"${answer.accessToken}","token_type":"${answer.tokenType}","expires_in":${answer.expiresIn},${refresh}"scope":${JSON.stringify(answer.scope)},"created_at":${answer.createdAt}${extras}}`;
}

/** A token that is live now and that the caller may see. */
interface IntrospectedToken {
  readonly kind: 'access' | 'refresh';
  readonly scope: string;
  /** The public client_id. */
  readonly clientId: string;
  /** Null for tokens that no person granted (client credentials). */
  readonly accountId: number | null;
  readonly nickname: string | null;
  readonly issuedAt: number;
  /** Null where the token does not expire by itself. */
  readonly expiresAt: number | null;
  readonly issuer: string;
  /** The identifier of the resource that it is for; null for none in particular. */
  readonly audience: string | null;
}

/** RFC 7662 §2.2: of a token that is unknown, dead or another client's, nothing is said but that it is not active. */
export function introspectionBody(token: IntrospectedToken | undefined): Record<string, unknown> {
  if (!token) return { active: false };
  return {
    active: true,
    scope: token.scope,
    client_id: token.clientId,
    ...(token.nickname === null ? {} : { username: token.nickname }),
    // RFC 7662 §2.2: the type of RFC 6749 §5.1, which only access tokens have.
    ...(token.kind === 'access' ? { token_type: BEARER } : {}),
    ...(token.expiresAt === null ? {} : { exp: token.expiresAt }),
    iat: token.issuedAt,
    ...(token.accountId === null ? {} : { sub: String(token.accountId) }),
    iss: token.issuer,
    ...(token.audience === null ? {} : { aud: token.audience }),
  };
}

/** Empty texts and nulls alike mean that the person has not said it. */
interface WhoamiAccount {
  readonly nickname: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerifiedAt: number | null;
  readonly website: string | null;
  readonly avatarUrl: string | null;
  /** Names the uploaded picture. */
  readonly pictureDigest: string | null;
  readonly locale: string | null;
  /** Epoch seconds. */
  readonly onlineAt: number | null;
}

interface WhoamiTerms {
  /** The number of the account. */
  readonly id: number;
  /** The scopes of the token. */
  readonly scope: readonly string[];
  /** Whether it tells the profile whatever its scopes: its request named none, or it was imported (SPEC S5). */
  readonly isWhole: boolean;
  /** The base address of the service. */
  readonly url: string;
}

/**
 * The body of the identity endpoint (SPEC D11): each fact only where the token has the scope that guards it. The number of
 * the account is told to every token: it is what the token stands for.
 */
export function whoamiBody(account: WhoamiAccount, terms: WhoamiTerms): Record<string, unknown> {
  const { id, scope, isWhole } = terms;
  return {
    id,
    ...(isWhole || scope.includes('profile') ? profileOf(account, terms) : {}),
    ...(scope.includes('email') ? { email: account.email, email_verified: account.emailVerifiedAt !== null } : {}),
  };
}

function profileOf(account: WhoamiAccount, { id, url }: WhoamiTerms): Record<string, unknown> {
  const drawn = drawnAddress(id, url);
  const picture = chosenPicture(account, url);
  return {
    nickname: account.nickname,
    name: account.name || null,
    avatar: picture ?? `${drawn}.svg`,
    image: picturesOf((size) => picture ?? `${drawn}-${size}.svg`),
    url: `${url}/users/${id}`,
    website: account.website || null,
    locale: account.locale || null,
    last_online_at: account.onlineAt === null ? null : new Date(account.onlineAt * 1000).toISOString(),
  };
}

/** Written out: an object built up from a list of names costs a third of making the body. */
function picturesOf(addressOf: (size: string) => string): Record<string, string> {
  return {
    x160: addressOf('x160'),
    x148: addressOf('x148'),
    x80: addressOf('x80'),
    x64: addressOf('x64'),
    x48: addressOf('x48'),
    x32: addressOf('x32'),
    x16: addressOf('x16'),
  };
}
