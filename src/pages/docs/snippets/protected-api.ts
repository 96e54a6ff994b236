/** Programs and a proxy that protect an API with tokens of this service: the same texts on a page and in docs/protect-your-api.md. */
import { ENDPOINT_PATHS } from '../../../protocol/endpoint-paths.ts';
import { goString, jsString, phpString, pythonString } from './quote.ts';

interface ProtectedApi {
  /** The service's address, without a slash at the end. */
  readonly baseUrl: string;
  /** The identifier of the API. */
  readonly resource: string;
}

interface ApiSnippet {
  readonly id: 'node' | 'python' | 'go' | 'php' | 'nginx';
  readonly label: string;
  readonly write: (api: ProtectedApi) => string;
}

export const API_SNIPPETS: readonly ApiSnippet[] = [
  { id: 'node', label: 'Node.js', write: node },
  { id: 'python', label: 'Python', write: python },
  { id: 'go', label: 'Go', write: go },
  { id: 'php', label: 'PHP', write: php },
  { id: 'nginx', label: 'nginx', write: nginx },
];

function node({ baseUrl, resource }: ProtectedApi): string {
  return `import express from 'express';
import { createGuard } from '@latchkey/guard';

const { LATCHKEY_CLIENT_ID: clientId, LATCHKEY_CLIENT_SECRET: clientSecret } = process.env;
const guard = createGuard({ issuer: ${jsString(baseUrl)}, resource: ${jsString(resource)}, clientId, clientSecret });
const app = express();
app.get('/notes', guard.express({ scope: 'notes:read' }), (req, res) => res.json({ user: req.token.sub }));
app.listen(process.env.PORT ?? 8080);`;
}

function python({ baseUrl }: ProtectedApi): string {
  return `import base64, json, os, re, urllib.parse, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAIR = os.environ['LATCHKEY_CLIENT_ID'] + ':' + os.environ['LATCHKEY_CLIENT_SECRET']


def introspect(token):
    request = urllib.request.Request(
        ${pythonString(`${baseUrl}${ENDPOINT_PATHS.introspect}`)},
        data=urllib.parse.urlencode({'token': token}).encode(),
        headers={'Authorization': 'Basic ' + base64.b64encode(PAIR.encode()).decode()},
    )
    with urllib.request.urlopen(request, timeout=5) as answer:
        return json.load(answer)


class Api(BaseHTTPRequestHandler):
    def do_GET(self):
        sent = re.fullmatch(r'(?ai)bearer +([\\w.~+/-]+=*) *', self.headers.get('Authorization', ''))
        try:
            known = introspect(sent[1]) if sent else {'active': False}
        except OSError:
            return self.answer(503, {'error': 'temporarily_unavailable'})
        if not known['active']:
            self.answer(401, {'error': 'invalid_token'}, 'Bearer error="invalid_token"')
        elif 'notes:read' not in known['scope'].split():
            self.answer(403, {'error': 'insufficient_scope'}, 'Bearer error="insufficient_scope", scope="notes:read"')
        else:
            self.answer(200, {'user': known.get('sub')})

    def answer(self, status, content, challenge=None):
        body = json.dumps(content).encode()
        self.send_response(status)
        if challenge:
            self.send_header('WWW-Authenticate', challenge)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)


ThreadingHTTPServer(('127.0.0.1', int(os.environ.get('PORT', '8080'))), Api).serve_forever()`;
}

function go({ baseUrl }: ProtectedApi): string {
  return `package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

type Token struct {
	Active bool    \`json:"active"\`
	Scope  string  \`json:"scope"\`
	Sub    *string \`json:"sub"\` // nil where an application acts for itself
}

var client = &http.Client{Timeout: 5 * time.Second}
var bearer = regexp.MustCompile(\`(?i)^bearer +([\\w.~+/-]+=*)$\`)

func introspect(token string) (Token, error) {
	var known Token
	form := url.Values{"token": {token}}.Encode()
	request, err := http.NewRequest("POST", ${goString(`${baseUrl}${ENDPOINT_PATHS.introspect}`)}, strings.NewReader(form))
	if err != nil {
		return known, err
	}
	request.SetBasicAuth(os.Getenv("LATCHKEY_CLIENT_ID"), os.Getenv("LATCHKEY_CLIENT_SECRET"))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := client.Do(request)
	if err != nil {
		return known, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return known, fmt.Errorf("introspection answered %s", answer.Status)
	}
	err = json.NewDecoder(answer.Body).Decode(&known)
	return known, err
}

func needs(scope string, handler func(http.ResponseWriter, *http.Request, Token)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		known, err := Token{}, error(nil)
		if sent := bearer.FindStringSubmatch(r.Header.Get("Authorization")); sent != nil {
			known, err = introspect(sent[1])
		}
		if err != nil {
			http.Error(w, "tokens cannot be checked at the moment", http.StatusServiceUnavailable)
			return
		}
		switch {
		case !known.Active:
			w.Header().Set("WWW-Authenticate", \`Bearer error="invalid_token"\`)
			http.Error(w, "invalid_token", http.StatusUnauthorized)
		case !slices.Contains(strings.Fields(known.Scope), scope):
			w.Header().Set("WWW-Authenticate", \`Bearer error="insufficient_scope", scope="\`+scope+\`"\`)
			http.Error(w, "insufficient_scope", http.StatusForbidden)
		default:
			handler(w, r, known)
		}
	}
}

func main() {
	http.Handle("/notes", needs("notes:read", func(w http.ResponseWriter, r *http.Request, token Token) {
		json.NewEncoder(w).Encode(map[string]*string{"user": token.Sub})
	}))
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}`;
}

function php({ baseUrl }: ProtectedApi): string {
  return `<?php
function introspect(string $token): array {
    $pair = getenv('LATCHKEY_CLIENT_ID') . ':' . getenv('LATCHKEY_CLIENT_SECRET');
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => "Content-Type: application/x-www-form-urlencoded\\r\\nAuthorization: Basic " . base64_encode($pair),
        'content' => http_build_query(['token' => $token]),
        'timeout' => 5,
    ]]);
    $answer = @file_get_contents(${phpString(`${baseUrl}${ENDPOINT_PATHS.introspect}`)}, false, $context);
    return $answer === false ? refuse(503, 'temporarily_unavailable') : json_decode($answer, true);
}

function refuse(int $status, string $error, string $more = ''): never {
    if ($status < 500) {
        header("WWW-Authenticate: Bearer error=\\"$error\\"$more");
    }
    http_response_code($status); // After that header, which makes it 401.
    exit(json_encode(['error' => $error]));
}

header('Content-Type: application/json');
preg_match('#^bearer +([\\w.~+/-]+=*) *$#i', $_SERVER['HTTP_AUTHORIZATION'] ?? '', $found);
$known = $found ? introspect($found[1]) : ['active' => false];
if (!$known['active']) {
    refuse(401, 'invalid_token');
}
if (!in_array('notes:read', explode(' ', $known['scope']), true)) {
    refuse(403, 'insufficient_scope', ', scope="notes:read"');
}
echo json_encode(['user' => $known['sub'] ?? null]);`;
}

/** A query keeps everything but what ends it, so an identifier with such a character is escaped. */
function checkAddress({ baseUrl, resource }: ProtectedApi): string {
  const escaped = encodeURIComponent(resource).replaceAll('%3A', ':').replaceAll('%2F', '/');
  return `${baseUrl}${ENDPOINT_PATHS.check}?scope=notes:read&resource=${escaped}`;
}

function nginx(api: ProtectedApi): string {
  const { host, protocol } = new URL(api.baseUrl);
  const tls = protocol === 'https:' ? '\n    proxy_ssl_server_name on;' : '';
  return `server {
  listen 8080;

  location /notes {
    auth_request /_latchkey_notes;
    auth_request_set $latchkey_user $upstream_http_x_latchkey_user;
    auth_request_set $latchkey_client $upstream_http_x_latchkey_client;
    auth_request_set $latchkey_scope $upstream_http_x_latchkey_scope;
    auth_request_set $latchkey_token $upstream_http_x_latchkey_token_id;
    auth_request_set $latchkey_challenge $upstream_http_www_authenticate;
    error_page 403 @forbidden;

    proxy_set_header X-Latchkey-User $latchkey_user;
    proxy_set_header X-Latchkey-Client $latchkey_client;
    proxy_set_header X-Latchkey-Scope $latchkey_scope;
    proxy_set_header X-Latchkey-Token-Id $latchkey_token;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $connection_upgrade;
    proxy_http_version 1.1;
    proxy_pass http://127.0.0.1:9000;
  }

  location = /_latchkey_notes {
    internal;
    proxy_pass ${checkAddress(api)};
    proxy_set_header Host ${host};${tls}
    proxy_pass_request_body off;
    proxy_set_header Content-Length "";
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  }

  # nginx passes on the challenge of a 401 by itself.
  location @forbidden {
    internal;
    add_header WWW-Authenticate $latchkey_challenge always;
    default_type application/json;
    return 403 '{"error":"insufficient_scope"}';
  }
}

map $http_upgrade $connection_upgrade {
  default upgrade;
  "" "";
}`;
}
