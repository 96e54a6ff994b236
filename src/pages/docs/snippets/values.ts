/** What snippets are filled in with: the values of one application, and the addresses of the service. */
import { ENDPOINT_PATHS } from '../../../protocol/endpoint-paths.ts';
import type { Text } from '../../text/en.ts';

export interface SnippetValues {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUri: string;
  /** Separated by spaces. */
  readonly scope: string;
  readonly isConfidential: boolean;
  /** SPEC D9: whether the callback carries `iss`. */
  readonly sendsIssuer: boolean;
  /** The placeholder for the secret. */
  readonly secret: string;
  /** The service's address, without a slash at the end. */
  readonly baseUrl: string;
}

/** Libraries that require https need an option for a service on this computer. */
export function usesPlainHttp({ baseUrl }: SnippetValues): boolean {
  return baseUrl.startsWith('http:');
}

/** For pages about no particular application. */
export function exampleValues(baseUrl: string): SnippetValues {
  return {
    clientId: 'YOUR_CLIENT_ID',
    name: 'Quill',
    redirectUri: 'https://app.example.com/callback',
    scope: 'profile email',
    isConfidential: true,
    sendsIssuer: true,
    secret: 'YOUR_CLIENT_SECRET',
    baseUrl,
  };
}

interface EndpointAddress {
  /** The key of its label in the catalogue. */
  readonly name: Exclude<keyof Text['endpoints'], 'addressOf'>;
  readonly url: string;
}

export function endpointsOf(baseUrl: string): readonly EndpointAddress[] {
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
