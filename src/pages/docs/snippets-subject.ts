/** What a snippet is filled in with: one application, and the service it talks to. */

export interface Subject {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUri: string;
  /** Separated by spaces. */
  readonly scope: string;
  readonly isConfidential: boolean;
  /** SPEC D9: whether the callback carries `iss`. */
  readonly sendsIssuer: boolean;
  /** What stands where the secret belongs. */
  readonly secret: string;
  /** The service's address, without a slash at the end. */
  readonly baseUrl: string;
}

/** Libraries that insist on https have to be told of a service on this computer. */
export function isLoopback({ baseUrl }: Subject): boolean {
  return baseUrl.startsWith('http:');
}

/** For documents that know no application. */
export function exampleSubject(baseUrl: string): Subject {
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
