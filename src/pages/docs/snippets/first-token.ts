/** The commands that request a first token, with an application's own values, safe to paste into a shell. */
import { ENDPOINT_PATHS } from '../../../protocol/endpoint-paths.ts';
import type { Text } from '../../text/en.ts';
import { agentOf, shellString } from './quote.ts';

export interface FirstTokenValues {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly isConfidential: boolean;
  /** The service's address, without a slash at the end. */
  readonly baseUrl: string;
}

interface Snippet {
  readonly id: string;
  /** The key of its title in the catalogue. */
  readonly name: keyof Text['snippets'];
  readonly text: string;
}

export function snippetsFor(subject: FirstTokenValues): readonly Snippet[] {
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
      text: `${curl(subject)} ${shellString(`${subject.baseUrl}${ENDPOINT_PATHS.whoami}`)} \\\n  -H 'Authorization: Bearer ACCESS_TOKEN'`,
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

function authorizeSnippet(subject: FirstTokenValues, redirectUri: string): Snippet {
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
printf '%s\\n' ${shellString(`${address}&code_challenge_method=S256&code_challenge=`)}"$CHALLENGE"`,
  };
}

function request(subject: FirstTokenValues, grantType: string, fields: readonly string[]): string {
  const lines = [
    `${curl(subject)} ${shellString(`${subject.baseUrl}${ENDPOINT_PATHS.token}`)}`,
    field('grant_type', grantType),
    field('client_id', subject.clientId),
    ...fields,
  ];
  return lines.join(' \\\n');
}

function curl(subject: FirstTokenValues): string {
  return `curl -A ${shellString(agentOf(subject.name))}`;
}

/** `--form-string` sends a multipart field as it is; with `-F` a leading @ or < would read a file. */
function field(name: string, value: string): string {
  return `  --form-string ${shellString(`${name}=${value}`)}`;
}
