/** The commands that request a first token, with an application's own values, safe to paste into a shell. */
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import type { Text } from '../text/en.ts';

export interface SnippetSubject {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly isConfidential: boolean;
  /** The service's address, without a slash at the end. */
  readonly baseUrl: string;
}

export interface Snippet {
  readonly id: string;
  /** Under which its title stands in the catalogue. */
  readonly name: keyof Text['snippets'];
  readonly text: string;
}

export function snippetsFor(subject: SnippetSubject): readonly Snippet[] {
  const credentials = subject.isConfidential ? [field('client_secret', 'YOUR_CLIENT_SECRET')] : [];
  const redirectUri = subject.redirectUris[0] ?? '';
  const verifier = subject.isConfidential ? [] : ['  --form-string "code_verifier=$VERIFIER"'];
  const snippets: readonly Snippet[] = [
    authorizeSnippet(subject, redirectUri),
    {
      id: 'snippet-token',
      name: 'token',
      text: request(subject, 'authorization_code', [
        ...credentials,
        field('code', 'THE_CODE'),
        field('redirect_uri', redirectUri),
        ...verifier,
      ]),
    },
    {
      id: 'snippet-whoami',
      name: 'whoami',
      text: `${curl(subject)} ${quoted(`${subject.baseUrl}${ENDPOINT_PATHS.whoami}`)} \\\n  -H 'Authorization: Bearer ACCESS_TOKEN'`,
    },
    {
      id: 'snippet-refresh',
      name: 'refresh',
      text: request(subject, 'refresh_token', [...credentials, field('refresh_token', 'REFRESH_TOKEN')]),
    },
  ];
  if (!subject.isConfidential) return snippets;
  return [
    ...snippets,
    {
      id: 'snippet-client',
      name: 'client',
      text: request(subject, 'client_credentials', credentials),
    },
  ];
}

export interface Endpoint {
  /** Under which its label stands in the catalogue. */
  readonly name: Exclude<keyof Text['endpoints'], 'addressOf'>;
  readonly url: string;
}

export function endpointsOf(baseUrl: string): readonly Endpoint[] {
  return [
    { name: 'authorize', url: `${baseUrl}${ENDPOINT_PATHS.authorize}` },
    { name: 'token', url: `${baseUrl}${ENDPOINT_PATHS.token}` },
    { name: 'revoke', url: `${baseUrl}${ENDPOINT_PATHS.revoke}` },
    { name: 'introspect', url: `${baseUrl}${ENDPOINT_PATHS.introspect}` },
    { name: 'whoami', url: `${baseUrl}${ENDPOINT_PATHS.whoami}` },
    { name: 'metadata', url: `${baseUrl}${ENDPOINT_PATHS.metadata}` },
    { name: 'issuer', url: baseUrl },
  ];
}

function authorizeSnippet(subject: SnippetSubject, redirectUri: string): Snippet {
  const query = new URLSearchParams({
    client_id: subject.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: subject.scopes.join(' '),
    state: 'anything-you-like',
  });
  const address = `${subject.baseUrl}${ENDPOINT_PATHS.authorize}?${query}`;
  const id = 'snippet-authorize';
  if (subject.isConfidential) return { id, name: 'authorize', text: address };
  return {
    id,
    name: 'authorizePublic',
    text: `VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d =)
printf '%s\\n' ${quoted(`${address}&code_challenge_method=S256&code_challenge=`)}"$CHALLENGE"`,
  };
}

function request(subject: SnippetSubject, grantType: string, fields: readonly string[]): string {
  const lines = [
    `${curl(subject)} ${quoted(`${subject.baseUrl}${ENDPOINT_PATHS.token}`)}`,
    field('grant_type', grantType),
    field('client_id', subject.clientId),
    ...fields,
  ];
  return lines.join(' \\\n');
}

/** A header cannot carry line breaks or letters beyond ASCII, and a name may have both. */
function curl(subject: SnippetSubject): string {
  const agent = subject.name.replace(/[^\x20-\x7e]/g, '').trim();
  return `curl -A ${quoted(agent === '' ? 'my-application' : agent)}`;
}

/** `--form-string` sends a multipart field as it is; with `-F` a leading @ or < would read a file. */
function field(name: string, value: string): string {
  return `  --form-string ${quoted(`${name}=${value}`)}`;
}

/** Inside single quotes a shell reads everything as it is, but for the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
