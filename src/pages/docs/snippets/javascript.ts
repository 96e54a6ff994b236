/** Snippets for JavaScript client libraries; test/interop runs those that can run alone. */
import { ENDPOINT_PATHS } from '../../../protocol/endpoint-paths.ts';
import { agentOf, jsString } from './quote.ts';
import { type SnippetValues, usesPlainHttp } from './values.ts';

export function oauth4webapi(subject: SnippetValues): string {
  const insecure = usesPlainHttp(subject);
  const options = insecure ? '{ [oauth.allowInsecureRequests]: true }' : '';
  return `// npm install oauth4webapi
import * as oauth from 'oauth4webapi';

const issuer = new URL(${jsString(subject.baseUrl)});
const client = { client_id: ${jsString(subject.clientId)} };
const authentication = ${subject.isConfidential ? `oauth.ClientSecretPost(${jsString(subject.secret)})` : 'oauth.None()'};
const redirectUri = ${jsString(subject.redirectUri)};
${insecure ? `const options = ${options};   // plain http, for a service on this computer\n` : ''}
// The default algorithm would look for OpenID Connect.
const server = await oauth.processDiscoveryResponse(issuer,
  await oauth.discoveryRequest(issuer, { algorithm: 'oauth2'${insecure ? ', ...options' : ''} }));

// Send the user to \`address\`; keep \`verifier\` and \`state\` in their session.
export async function begin() {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const address = new URL(server.authorization_endpoint);
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: ${jsString(subject.scope)},
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { address: address.href, verifier, state };
}

// In the callback; it compares \`state\` and \`iss\` before it believes anything.
export async function finish(callbackUrl, { verifier, state }) {
  const answer = oauth.validateAuthResponse(${subject.sendsIssuer ? 'server' : '{ ...server, authorization_response_iss_parameter_supported: false }'}, client, new URL(callbackUrl), state);
  return await oauth.processAuthorizationCodeResponse(server, client,
    await oauth.authorizationCodeGrantRequest(server, client, authentication, answer, redirectUri, verifier${insecure ? ', options' : ''}));
}

// Null once the grant is over: forget the tokens, and send the user to \`begin\` again.
export async function refresh(refreshToken) {
  try {
    return await oauth.processRefreshTokenResponse(server, client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken${insecure ? ', options' : ''}));
  } catch (thrown) {
    if ((await refusalOf(thrown)).error === 'invalid_grant') return null;
    throw thrown;
  }
}
${refusalOf('oauth')}`;
}

export function openidClient(subject: SnippetValues): string {
  const execute = usesPlainHttp(subject) ? ', execute: [client.allowInsecureRequests]' : '';
  const secret = subject.isConfidential ? jsString(subject.secret) : 'undefined';
  const authentication = subject.isConfidential ? 'undefined' : 'client.None()';
  return `// npm install openid-client
import * as client from 'openid-client';

const issuer = new URL(${jsString(subject.baseUrl)});
const clientId = ${jsString(subject.clientId)};
${subject.sendsIssuer ? 'const' : 'let'} config = await client.discovery(issuer, clientId, ${secret}, ${authentication}, {
  algorithm: 'oauth2'${execute},   // the default would look for OpenID Connect
});
${subject.sendsIssuer ? '' : withoutIssuer(subject)}
// Send the user to \`address\`; keep \`verifier\` and \`state\` in their session.
export async function begin() {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: ${jsString(subject.redirectUri)},
    scope: ${jsString(subject.scope)},
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { address: address.href, verifier, state };
}

// In the callback. It derives redirect_uri from this address, so hand it the public one, even behind a proxy.
export async function finish(callbackUrl, { verifier, state }) {
  return await client.authorizationCodeGrant(config, new URL(callbackUrl), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
}

// Null once the grant is over: forget the tokens, and send the user to \`begin\` again.
export async function refresh(refreshToken) {
  try {
    return await client.refreshTokenGrant(config, refreshToken);
  } catch (thrown) {
    if ((await refusalOf(thrown)).error === 'invalid_grant') return null;
    throw thrown;
  }
}
${refusalOf('client')}

export async function whoami(accessToken) {
  const address = new URL('${ENDPOINT_PATHS.whoami}', issuer);
  return await (await client.fetchProtectedResource(config, accessToken, address, 'GET')).json();
}`;
}

/** SPEC D15: every refusal has a challenge, and both libraries look at that before they read the answer. */
function refusalOf(library: string): string {
  return `
// What the service answered: error, error_description, error_uri. Its refusals carry WWW-Authenticate, and the library
// throws such an answer as a challenge, which has none of the three.
export async function refusalOf(thrown) {
  return thrown instanceof ${library}.WWWAuthenticateChallengeError ? await thrown.response.clone().json() : thrown;
}`;
}

function withoutIssuer(subject: SnippetValues): string {
  const secret = subject.isConfidential ? jsString(subject.secret) : 'undefined, client.None()';
  const insecure = usesPlainHttp(subject) ? '\nclient.allowInsecureRequests(config);' : '';
  return `// This application leaves iss out of the callback, though the metadata announces it.
config = new client.Configuration(
  { ...config.serverMetadata(), authorization_response_iss_parameter_supported: false }, clientId, ${secret});${insecure}
`;
}

export function simpleOauth2(subject: SnippetValues): string {
  return `// npm install simple-oauth2
import { AuthorizationCode } from 'simple-oauth2';

const redirectUri = ${jsString(subject.redirectUri)};
const client = new AuthorizationCode({
  client: { id: ${jsString(subject.clientId)}, secret: ${jsString(subject.secret)} },
  auth: { tokenHost: ${jsString(subject.baseUrl)} },   // the default paths fit
  http: { headers: { 'User-Agent': ${jsString(agentOf(subject.name))} } },
});

// Send the user to \`address\`; keep \`state\` in their session.
export function begin() {
  const state = crypto.randomUUID();
  const address = client.authorizeURL({ redirect_uri: redirectUri, scope: ${jsString(subject.scope)}, state });
  return { address, state };
}

// In the callback. The library does not compare state, so this does.
export async function finish(callbackUrl, { state }) {
  const answer = new URL(callbackUrl).searchParams;
  if (answer.get('state') !== state) throw new Error('This answer belongs to another request.');
  return await client.getToken({ code: answer.get('code'), redirect_uri: redirectUri });
}

export async function refresh(token) {
  return await token.refresh();
}`;
}

export function passportOauth2(subject: SnippetValues): string {
  return `// npm install passport-oauth2
import OAuth2Strategy from 'passport-oauth2';

export class LatchkeyStrategy extends OAuth2Strategy {
  constructor(verify) {
    super({
      authorizationURL: ${jsString(`${subject.baseUrl}${ENDPOINT_PATHS.authorize}`)},
      tokenURL: ${jsString(`${subject.baseUrl}${ENDPOINT_PATHS.token}`)},
      clientID: ${jsString(subject.clientId)},
      clientSecret: ${jsString(subject.isConfidential ? subject.secret : '')},
      callbackURL: ${jsString(subject.redirectUri)},
      scope: ${jsString(subject.scope)}.split(' '),
      state: true,   // not its default; without it anyone can sign a user in to another account
      pkce: true,
      customHeaders: { 'User-Agent': ${jsString(agentOf(subject.name))} },
    }, verify);
    this.name = 'latchkey';
    this._oauth2.useAuthorizationHeaderforGET(true);   // otherwise it puts the token into the query, which is refused
  }

  userProfile(accessToken, done) {
    this._oauth2.get(${jsString(`${subject.baseUrl}${ENDPOINT_PATHS.whoami}`)}, accessToken, (error, body) =>
      error ? done(error) : done(null, JSON.parse(body)));
  }
}`;
}

export function authJs(subject: SnippetValues): string {
  return `// npm install next-auth@beta, or @auth/core
export const latchkey = {
  id: 'latchkey',
  name: 'Latchkey',
  type: 'oauth',
  issuer: ${jsString(subject.baseUrl)},   // without it: unexpected "iss" (issuer) response parameter value
  authorization: { url: ${jsString(`${subject.baseUrl}${ENDPOINT_PATHS.authorize}`)}, params: { scope: ${jsString(subject.scope)} } },
  token: ${jsString(`${subject.baseUrl}${ENDPOINT_PATHS.token}`)},
  userinfo: ${jsString(`${subject.baseUrl}${ENDPOINT_PATHS.whoami}`)},
  clientId: ${jsString(subject.clientId)},
${
  subject.isConfidential
    ? `  clientSecret: ${jsString(subject.secret)},\n`
    : `  client: { token_endpoint_auth_method: 'none' },\n`
}  checks: ['pkce', 'state'],
  profile: (who) => ({ id: String(who.id), name: who.name ?? who.nickname, email: who.email, image: who.avatar }),
};
// Register https://your.site/auth/callback/latchkey (in Next.js /api/auth/callback/latchkey) as its redirect URI.`;
}
