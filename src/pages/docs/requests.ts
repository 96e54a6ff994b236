/** The example requests of the documentation, with placeholders for the values of an application. */
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import type { Pair, WireRequest } from '../../protocol/playground/wire.ts';
import { agentOf } from './snippets/quote.ts';
import type { SnippetValues } from './snippets/values.ts';

export type ExampleName = 'exchange' | 'refresh' | 'whoami' | 'revoke' | 'introspect' | 'client';

export const EXAMPLES: readonly ExampleName[] = ['exchange', 'refresh', 'whoami', 'revoke', 'introspect', 'client'];

export function exampleRequest(subject: SnippetValues, name: ExampleName): WireRequest {
  const credentials: readonly Pair[] = [
    ['client_id', subject.clientId],
    ...(subject.isConfidential ? ([['client_secret', subject.secret]] as const) : []),
  ];
  const post = (path: string, fields: readonly Pair[]): WireRequest => ({
    method: 'POST',
    url: subject.baseUrl + path,
    headers: [['User-Agent', agentOf(subject.name)]],
    fields: [...fields, ...credentials],
  });
  switch (name) {
    case 'exchange':
      return post(ENDPOINT_PATHS.token, [
        ['grant_type', 'authorization_code'],
        ['code', 'THE_CODE'],
        ['redirect_uri', subject.redirectUri],
        ['code_verifier', 'THE_VERIFIER'],
      ]);
    case 'refresh':
      return post(ENDPOINT_PATHS.token, [
        ['grant_type', 'refresh_token'],
        ['refresh_token', 'REFRESH_TOKEN'],
      ]);
    case 'whoami':
      return {
        method: 'GET',
        url: `${subject.baseUrl}${ENDPOINT_PATHS.whoami}`,
        headers: [
          ['User-Agent', agentOf(subject.name)],
          ['Authorization', 'Bearer ACCESS_TOKEN'],
        ],
        fields: [],
      };
    case 'revoke':
      return post(ENDPOINT_PATHS.revoke, [['token', 'REFRESH_TOKEN']]);
    case 'introspect':
      return post(ENDPOINT_PATHS.introspect, [['token', 'ACCESS_TOKEN']]);
    case 'client':
      return post(ENDPOINT_PATHS.token, [['grant_type', 'client_credentials']]);
  }
}

/** The authorization address; the three values that are new for each request are placeholders. */
export function exampleAddress(subject: SnippetValues): string {
  return authorizationAddress(subject, { state: 'A_RANDOM_STATE', challenge: 'THE_CHALLENGE' });
}

/** The challenge comes last, so that a program can append its own. */
export function authorizationAddress(
  subject: SnippetValues,
  { state, challenge }: { readonly state: string; readonly challenge: string },
): string {
  const query = new URLSearchParams({
    client_id: subject.clientId,
    redirect_uri: subject.redirectUri,
    response_type: 'code',
    scope: subject.scope,
    state,
    code_challenge_method: 'S256',
    code_challenge: challenge,
  });
  return `${subject.baseUrl}${ENDPOINT_PATHS.authorize}?${query}`;
}
