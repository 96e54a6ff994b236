/** Snippets for client libraries, with an application's own values: the list, and those for Python, Go and PHP. */
import { ENDPOINT_PATHS } from '../../../protocol/endpoint-paths.ts';
import { authJs, oauth4webapi, openidClient, passportOauth2, simpleOauth2 } from './javascript.ts';
import { agentOf, goString, phpString, pythonString } from './quote.ts';
import { type SnippetValues, usesPlainHttp } from './values.ts';

interface Library {
  readonly id: string;
  /** The name of the package, the same in every language. */
  readonly name: string;
  readonly language: string;
  /** False where the library requires a secret. */
  readonly isForPublic: boolean;
  readonly write: (subject: SnippetValues) => string;
}

export const LIBRARIES: readonly Library[] = [
  { id: 'oauth4webapi', name: 'oauth4webapi', language: 'JavaScript', isForPublic: true, write: oauth4webapi },
  { id: 'openid-client', name: 'openid-client', language: 'JavaScript', isForPublic: true, write: openidClient },
  { id: 'auth-js', name: 'Auth.js', language: 'JavaScript', isForPublic: true, write: authJs },
  { id: 'passport-oauth2', name: 'passport-oauth2', language: 'JavaScript', isForPublic: true, write: passportOauth2 },
  { id: 'simple-oauth2', name: 'simple-oauth2', language: 'JavaScript', isForPublic: false, write: simpleOauth2 },
  { id: 'authlib', name: 'Authlib', language: 'Python', isForPublic: true, write: authlib },
  {
    id: 'requests-oauthlib',
    name: 'requests-oauthlib',
    language: 'Python',
    isForPublic: true,
    write: requestsOauthlib,
  },
  { id: 'go', name: 'golang.org/x/oauth2', language: 'Go', isForPublic: true, write: goOauth2 },
  { id: 'php', name: 'league/oauth2-client', language: 'PHP', isForPublic: false, write: leagueOauth2 },
];

export function librariesFor({ isConfidential }: Pick<SnippetValues, 'isConfidential'>): readonly Library[] {
  return LIBRARIES.filter(({ isForPublic }) => isConfidential || isForPublic);
}

function authlib(subject: SnippetValues): string {
  const method = subject.isConfidential ? 'client_secret_post' : 'none';
  return `# pip install authlib requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

BASE = ${pythonString(subject.baseUrl)}

client = OAuth2Session(
    ${pythonString(subject.clientId)},
    ${subject.isConfidential ? pythonString(subject.secret) : 'None'},
    redirect_uri=${pythonString(subject.redirectUri)},
    scope=${pythonString(subject.scope)},
    token_endpoint=BASE + '${ENDPOINT_PATHS.token}',
    token_endpoint_auth_method='${method}',
    code_challenge_method='S256',
)
client.headers['User-Agent'] = ${pythonString(agentOf(subject.name))}

# Send the user to this address; keep verifier and state in their session.
verifier = generate_token(48)
address, state = client.create_authorization_url(BASE + '${ENDPOINT_PATHS.authorize}', code_verifier=verifier)
print(address)

# In the callback:
token = client.fetch_token(
    authorization_response=input('The address you came back to: '), state=state, code_verifier=verifier)
print(client.get(BASE + '${ENDPOINT_PATHS.whoami}').json())

# Later. Store the new refresh token with every answer.
token = client.refresh_token(BASE + '${ENDPOINT_PATHS.token}', refresh_token=token['refresh_token'])`;
}

function requestsOauthlib(subject: SnippetValues): string {
  const secret = subject.isConfidential
    ? `client_secret=${pythonString(subject.secret)}, include_client_id=True`
    : 'include_client_id=True';
  const insecure = usesPlainHttp(subject)
    ? "import os\n\nos.environ['OAUTHLIB_INSECURE_TRANSPORT'] = '1'  # plain http, for a service on this computer\n\n"
    : '';
  return `# pip install requests-oauthlib
${insecure}from requests_oauthlib import OAuth2Session

BASE = ${pythonString(subject.baseUrl)}

client = OAuth2Session(
    ${pythonString(subject.clientId)},
    redirect_uri=${pythonString(subject.redirectUri)},
    scope=${pythonString(subject.scope)}.split(' '),
    pkce='S256',
)
client.headers['User-Agent'] = ${pythonString(agentOf(subject.name))}

# Send the user to this address; keep state in their session.
address, state = client.authorization_url(BASE + '${ENDPOINT_PATHS.authorize}')
print(address)

# In the callback:
token = client.fetch_token(
    BASE + '${ENDPOINT_PATHS.token}',
    authorization_response=input('The address you came back to: '),
    ${secret},
)
print(client.get(BASE + '${ENDPOINT_PATHS.whoami}').json())`;
}

function goOauth2(subject: SnippetValues): string {
  const secret = subject.isConfidential ? `\n\t\tClientSecret: ${goString(subject.secret)},` : '';
  return `// go get golang.org/x/oauth2
package main

import (
	"context"
	"fmt"
	"log"

	"golang.org/x/oauth2"
)

func main() {
	config := &oauth2.Config{
		ClientID:     ${goString(subject.clientId)},${secret}
		RedirectURL:  ${goString(subject.redirectUri)},
		Scopes:       []string{${subject.scope.split(' ').map(goString).join(', ')}},
		Endpoint: oauth2.Endpoint{
			AuthURL:   ${goString(`${subject.baseUrl}${ENDPOINT_PATHS.authorize}`)},
			TokenURL:  ${goString(`${subject.baseUrl}${ENDPOINT_PATHS.token}`)},
			AuthStyle: oauth2.AuthStyleInParams,
		},
	}

	// Send the user to this address; keep verifier and state in their session.
	verifier := oauth2.GenerateVerifier()
	state := oauth2.GenerateVerifier()
	fmt.Println(config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)))

	// In the callback, once its state equals yours:
	var code string
	fmt.Scan(&code)
	token, err := config.Exchange(context.Background(), code, oauth2.VerifierOption(verifier))
	if err != nil {
		log.Fatal(err)
	}
	response, err := config.Client(context.Background(), token).Get(${goString(`${subject.baseUrl}${ENDPOINT_PATHS.whoami}`)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.Status)
}`;
}

function leagueOauth2(subject: SnippetValues): string {
  return `<?php
// composer require league/oauth2-client
require __DIR__ . '/vendor/autoload.php';
session_start();

$provider = new League\\OAuth2\\Client\\Provider\\GenericProvider([
    'clientId' => ${phpString(subject.clientId)},
    'clientSecret' => ${phpString(subject.secret)},
    'redirectUri' => ${phpString(subject.redirectUri)},
    'urlAuthorize' => ${phpString(`${subject.baseUrl}${ENDPOINT_PATHS.authorize}`)},
    'urlAccessToken' => ${phpString(`${subject.baseUrl}${ENDPOINT_PATHS.token}`)},
    'urlResourceOwnerDetails' => ${phpString(`${subject.baseUrl}${ENDPOINT_PATHS.whoami}`)},
    'scopes' => ${phpString(subject.scope)},
    'pkceMethod' => 'S256',
]);

if (!isset($_GET['code'])) {
    $address = $provider->getAuthorizationUrl();
    $_SESSION['state'] = $provider->getState();
    $_SESSION['pkce'] = $provider->getPkceCode();
    header('Location: ' . $address);
    exit;
}
if (($_GET['state'] ?? '') !== ($_SESSION['state'] ?? null)) {
    exit('This answer belongs to another request.');
}
$provider->setPkceCode($_SESSION['pkce']);
$token = $provider->getAccessToken('authorization_code', ['code' => $_GET['code']]);
print_r($provider->getResourceOwner($token)->toArray());`;
}
