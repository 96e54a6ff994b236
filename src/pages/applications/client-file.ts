/** The configuration of a client program as files to download: JSON and environment variables. */
import { endpointsOf } from '../docs/snippets/values.ts';

interface FileSubject {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly baseUrl: string;
  /** Left out of the file where they are empty or not known. */
  readonly homepageUrl?: string;
  readonly policyUrl?: string;
  readonly termsUrl?: string;
}

/** The names are those of RFC 7591 §2, §3.2.1 and RFC 8414 §2, so that libraries can read the file as it is. */
export function jsonFile(subject: FileSubject, secret: string | null): string {
  const url = addressesOf(subject);
  const file = {
    client_id: subject.clientId,
    ...(secret === null ? {} : { client_secret: secret }),
    client_name: subject.name,
    ...given('client_uri', subject.homepageUrl),
    ...given('policy_uri', subject.policyUrl),
    ...given('tos_uri', subject.termsUrl),
    redirect_uris: subject.redirectUris,
    issuer: subject.baseUrl,
    authorization_endpoint: url.authorize,
    token_endpoint: url.token,
    revocation_endpoint: url.revoke,
    introspection_endpoint: url.introspect,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Without a secret its line is empty, to be filled in. */
export function envFile(subject: FileSubject, secret: string | null): string {
  const url = addressesOf(subject);
  const lines: readonly (readonly [string, string])[] = [
    ['OAUTH_CLIENT_ID', subject.clientId],
    ['OAUTH_CLIENT_SECRET', secret ?? ''],
    ['OAUTH_REDIRECT_URI', subject.redirectUris[0] ?? ''],
    ['OAUTH_ISSUER', subject.baseUrl],
    ['OAUTH_AUTHORIZATION_ENDPOINT', url.authorize ?? ''],
    ['OAUTH_TOKEN_ENDPOINT', url.token ?? ''],
  ];
  return lines.map(([name, value]) => `${name}=${quoted(value)}\n`).join('');
}

function addressesOf({ baseUrl }: FileSubject): Readonly<Record<string, string>> {
  return Object.fromEntries(endpointsOf(baseUrl).map(({ name, url }) => [name, url]));
}

function given(name: string, value: string | undefined): Readonly<Record<string, string>> {
  return value === undefined || value === '' ? {} : { [name]: value };
}

/** Imported ids and secrets may hold anything printable; within single quotes only the quote itself is special. */
function quoted(value: string): string {
  if (/^[\w./:@~+-]*$/.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  return `"${value.replace(/[\\"$`]/g, '\\$&')}"`;
}
