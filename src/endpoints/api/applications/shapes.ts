/** What the management API says about an application, and what may be said about one. */
import type { Details, Fault } from '../../../clients/details.ts';
import type { Client } from '../../../clients/find.ts';
import type { Registered } from '../../../clients/register.ts';
import { en } from '../../../pages/text/en.ts';
import { faultWords } from '../../../pages/text/texts.ts';
import { API_BASE } from '../../../protocol/api/operation.ts';
import { entityTag } from '../../../protocol/api/paging.ts';
import {
  flag,
  integer,
  list,
  type MemberFault,
  moment,
  named,
  nullable,
  object,
  oneOf,
  type Read,
  text,
} from '../../../protocol/api/shape.ts';
import { CLIENT_KINDS, keepsSecret } from '../../../protocol/clients/kind.ts';
import { mostOf, type OwnLimitName, type OwnLimits } from '../../../protocol/clients/own-limits.ts';
import { MOST_REDIRECT_URIS, REDIRECT_URI_MAX_BYTES } from '../../../protocol/clients/redirect-registration.ts';
import {
  DESCRIPTION_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  WEB_ADDRESS_MAX_CHARACTERS,
} from '../../../protocol/people/text-rules.ts';
import { ACCOUNT_ID, CLIENT_ID, iso, isoOrNull } from '../parts.ts';

const LONGEST_SCOPE = 64;
const MOST_SCOPES = 100;

const address = (says: string) => text({ says, most: WEB_ADDRESS_MAX_CHARACTERS });

const SCOPE = text({ says: 'A scope.', least: 1, most: LONGEST_SCOPE });
const SCOPES_SAID = 'Names of the catalogue (GET /scopes).';
const SCOPES = list(SCOPES_SAID, SCOPE, { most: MOST_SCOPES });
/** Imported applications may have none. */
const NEW_SCOPES = list(SCOPES_SAID, SCOPE, { least: 1, most: MOST_SCOPES });

const NAME = text({ says: 'What people see when it asks them for access.', least: 1, most: NAME_MAX_CHARACTERS });

/** Everything that may be said about an application. */
const SAID = {
  description: text({ says: 'What it does, for the people it asks.', most: DESCRIPTION_MAX_CHARACTERS }),
  homepage_url: address('Where people learn more; empty for nowhere.'),
  logo_url: address('An https address of its picture; empty for none.'),
  policy_url: address('Its privacy policy; empty for none.'),
  terms_url: address('Its terms of service; empty for none.'),
  type: oneOf(
    'web and machine keep a secret; spa and native cannot. Only machine needs no redirect URI.',
    CLIENT_KINDS,
  ),
  redirect_uris: list(
    'Where people come back to, compared byte for byte.',
    text({ says: 'A redirect URI.', least: 1, most: REDIRECT_URI_MAX_BYTES }),
    { most: MOST_REDIRECT_URIS },
  ),
  scopes: SCOPES,
  required_scopes: SCOPES,
  send_iss: flag('Whether the callback carries `iss` (RFC 9207).'),
};

/** The same for descriptions that `latchkey apply` reads. */
export const SAID_APPLICATION = { name: NAME, ...SAID };

export const NEW_APPLICATION = object({ name: NAME }, { ...SAID, scopes: NEW_SCOPES, owner: ACCOUNT_ID });
export const CHANGED_APPLICATION = object({}, { name: NAME, ...SAID });

const ownLimit = (says: string, name: OwnLimitName) =>
  nullable(integer(`${says}; null for as many as all others.`, { least: 1, most: mostOf(name) }));

/** Limits of its own, which administrators give. */
export const SAID_LIMITS = {
  token_requests: ownLimit('Token requests a minute, for each kind of grant', 'token_requests'),
  api_requests: ownLimit('Requests to this API a minute, for one account or for itself', 'api_requests'),
  codes_per_user: ownLimit('Codes for one user an hour before the user is asked again', 'codes_per_user'),
};

const LIMITS = object(SAID_LIMITS);

function limitsBody({ token_requests, api_requests, codes_per_user }: OwnLimits) {
  return {
    token_requests: token_requests ?? null,
    api_requests: api_requests ?? null,
    codes_per_user: codes_per_user ?? null,
  };
}

const MEMBERS = {
  client_id: CLIENT_ID,
  name: NAME,
  ...SAID,
  confidential: flag('Whether it has secrets.'),
  owner: ACCOUNT_ID,
  suspended: nullable(
    object({ at: moment('Since when.'), reason: text({ says: 'Why, for everybody to read.', most: 1000 }) }),
  ),
  approval: object({
    state: oneOf('Whether others than its owner may use it.', ['approved', 'waiting', 'declined']),
    since: nullable(moment('Since when it waits, or was first declined; null where it is approved.')),
    reason: nullable(text({ says: 'Why it was declined, for its owner to read.', most: 1000 })),
  }),
  limits: LIMITS,
  admin: flag('Whether an administrator lets it manage everything with the scope admin.'),
  applied: flag('Whether `latchkey apply` takes care of it.'),
  created_at: moment('When it was registered.'),
  updated_at: moment('When it last changed.'),
};

export const APPLICATION = named('Application', object(MEMBERS));

export const APPLICATION_WITH_SECRET = named(
  'ApplicationWithSecret',
  object({
    ...MEMBERS,
    client_secret: nullable(text({ says: 'Shown this once, where it was just made.', most: 255 })),
  }),
);

export function applicationBody(client: Client): Read<typeof APPLICATION> {
  const { suspendedAt, suspendedBecause } = client;
  return {
    client_id: client.publicId,
    name: client.name,
    description: client.description,
    homepage_url: client.homepageUrl,
    logo_url: client.logoUrl,
    policy_url: client.policyUrl,
    terms_url: client.termsUrl,
    type: client.kind,
    confidential: client.isConfidential,
    redirect_uris: client.redirectUris,
    scopes: client.scope,
    required_scopes: client.requiredScope,
    send_iss: client.sendsIss,
    owner: client.ownerId,
    suspended: suspendedAt === null ? null : { at: iso(suspendedAt), reason: suspendedBecause ?? '' },
    approval: approvalBody(client),
    limits: limitsBody(client.limits),
    admin: client.adminAt !== null,
    applied: client.appliedAt !== null,
    created_at: iso(client.createdAt),
    updated_at: iso(client.updatedAt),
  };
}

function approvalBody({ waitingSince, declinedBecause }: Pick<Client, 'waitingSince' | 'declinedBecause'>) {
  const held = declinedBecause === null ? ('waiting' as const) : ('declined' as const);
  const state = waitingSince === null ? ('approved' as const) : held;
  return { state, since: isoOrNull(waitingSince), reason: declinedBecause };
}

/** As `applicationBody` will tell it from now on. */
export function registeredBody(registered: Registered, owner: number): Read<typeof APPLICATION> {
  const { details, publicId, createdAt, waitingSince } = registered;
  const required = details.requiredScopes ?? [];
  return {
    client_id: publicId,
    name: details.name,
    description: details.description,
    homepage_url: details.homepageUrl,
    logo_url: details.logoUrl,
    policy_url: details.policyUrl,
    terms_url: details.termsUrl,
    type: details.kind,
    confidential: details.isConfidential,
    redirect_uris: details.redirectUris,
    scopes: details.scopes,
    required_scopes: details.scopes.filter((name) => required.includes(name)),
    send_iss: details.sendsIssuer,
    owner,
    suspended: null,
    approval: approvalBody({ waitingSince, declinedBecause: null }),
    limits: limitsBody({}),
    admin: false,
    applied: false,
    created_at: iso(createdAt),
    updated_at: iso(createdAt),
  };
}

export function applicationTag({ updatedAt }: { readonly updatedAt: number }): string {
  return entityTag(updatedAt);
}

export function applicationLocation(publicId: string): string {
  return `${API_BASE}/applications/${encodeURIComponent(publicId)}`;
}

type Said = Partial<Omit<Read<typeof NEW_APPLICATION>, 'owner'>>;

/** What is not said stays as it is in `before`. */
export function saidDetails(said: Said, before: Details): Details {
  const kind = said.type ?? before.kind;
  return {
    name: said.name ?? before.name,
    description: said.description ?? before.description,
    homepageUrl: said.homepage_url ?? before.homepageUrl,
    logoUrl: said.logo_url ?? before.logoUrl,
    policyUrl: said.policy_url ?? before.policyUrl,
    termsUrl: said.terms_url ?? before.termsUrl,
    redirectUris: said.redirect_uris ?? before.redirectUris,
    scopes: said.scopes ?? before.scopes,
    requiredScopes: said.required_scopes,
    kind,
    isConfidential: kind === undefined ? before.isConfidential : keepsSecret(kind),
    sendsIssuer: said.send_iss ?? before.sendsIssuer,
  };
}

const PLACES: Readonly<Record<Fault['field'], string>> = {
  name: '/name',
  description: '/description',
  homepage_url: '/homepage_url',
  logo_url: '/logo_url',
  policy_url: '/policy_url',
  terms_url: '/terms_url',
  redirect_uri: '/redirect_uris',
  scope: '/scopes',
  required_scope: '/required_scopes',
  client_id: '/client_id',
  client_secret: '/client_secret',
  quota: '',
};

export function memberFaults(faults: readonly Fault[]): readonly MemberFault[] {
  return faults.map(({ field, row, why }) => ({
    pointer: row === null ? PLACES[field] : `${PLACES[field]}/${row}`,
    detail: faultWords(en, why),
  }));
}
