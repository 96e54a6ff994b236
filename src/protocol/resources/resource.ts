/** What a resource is: an API that tokens are for (RFC 8707), and how requests name it. */
import type { ResourceFault } from '../people/field-fault.ts';
import { accept, type Result, refuse } from '../result.ts';

/** A live resource, as a request for tokens needs to know it. */
export interface Resource {
  readonly id: number;
  /** The `client_id` of its credentials. */
  readonly publicId: string;
  /** The value of `resource` in requests, and of `aud` in what is told about its tokens. */
  readonly identifier: string;
  readonly name: string;
  readonly scope: readonly string[];
  /** How long its access tokens live; null for as long as those of the service. */
  readonly seconds: number | null;
  /** Whether it also answers for tokens that name no resource and carry one of its scopes. */
  readonly isPlain: boolean;
}

/** Whom a request asks tokens for: nobody in particular, a resource, or something that is no resource of ours. */
export type Target =
  | { readonly kind: 'own' }
  | { readonly kind: 'resource'; readonly resource: Resource }
  | { readonly kind: 'unknown' };

export const IDENTIFIER_MAX_CHARACTERS = 512;

/**
 * Credentials of a resource begin with this, and no client_id does: the one who calls is known to be a resource or an
 * application before anything is looked up, and the two can never be mistaken for one another.
 */
export const RESOURCE_ID_PREFIX = 'latchkey-api-';

export function isResourceId(publicId: string): boolean {
  return publicId.startsWith(RESOURCE_ID_PREFIX);
}

/** An absolute URI in printable ASCII: a scheme, then no space, quotation mark or bracket that no URI has. */
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:[!$&'()*+,\-./0-9:;=?@A-Z[\]_a-z~%]+$/;

/** RFC 8707 §2: an absolute URI without a fragment. */
export function examineIdentifier(text: string): Result<string, ResourceFault> {
  const identifier = text.trim();
  if (identifier === '') return refuse({ reason: 'identifier_missing' });
  if (identifier.length > IDENTIFIER_MAX_CHARACTERS) {
    return refuse({ reason: 'identifier_long', most: IDENTIFIER_MAX_CHARACTERS });
  }
  if (identifier.includes('#')) return refuse({ reason: 'identifier_fragment' });
  if (!ABSOLUTE.test(identifier)) return refuse({ reason: 'identifier_malformed' });
  if (!URL.canParse(identifier)) return refuse({ reason: 'identifier_unreadable' });
  const { protocol, username, password, host } = new URL(identifier);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (username !== '' || password !== '' || (isWeb && host === '')) return refuse({ reason: 'identifier_malformed' });
  return accept(identifier);
}

/**
 * What two spellings of one identifier share: RFC 3986 §6.2.2.1 lets scheme and host be written in either case. Nothing
 * else is normalised: a slash or a port more is another identifier.
 */
export function identifierKey(identifier: string): string {
  const [, scheme = '', authority = '', rest = ''] =
    /^([A-Za-z][A-Za-z0-9+.-]*:)(\/\/[^/?#]*)?(.*)$/s.exec(identifier) ?? [];
  return scheme === '' ? identifier : scheme.toLowerCase() + authority.toLowerCase() + rest;
}

/** The identifier of the service's own API is its base address; clients may write it with a slash at the end. */
export function isOwnIdentifier(identifier: string, url: string): boolean {
  const key = identifierKey(identifier);
  return key === url || key === `${url}/`;
}

/** What any application may ask for beside the scopes of a resource: who the person is, and to stay signed in. */
const ACCOUNT_SCOPES: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];

/** What a token for this resource may carry. */
export function scopesFor(resource: Pick<Resource, 'scope'>): readonly string[] {
  return [...resource.scope, ...ACCOUNT_SCOPES];
}

/** Whether a token is for this resource: by its audience, or, where the resource takes those, by its scopes alone. */
export function isTokenFor(
  resource: Pick<Resource, 'id' | 'scope' | 'isPlain'>,
  token: { readonly resourceId: number | null; readonly scope: readonly string[] },
): boolean {
  if (token.resourceId !== null) return token.resourceId === resource.id;
  return resource.isPlain && token.scope.some((name) => resource.scope.includes(name));
}

/** What an API is told of a token's scope: its own part. The service's own API is told everything. */
export function scopeFor(resource: Pick<Resource, 'scope'> | null, scope: readonly string[]): readonly string[] {
  return resource === null ? scope : scope.filter((name) => resource.scope.includes(name));
}
