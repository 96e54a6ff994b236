/** The package better-auth with its OAuth provider plugin on node:sqlite: opaque tokens, WAL, every commit synced. */
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { oauthProvider } from '@better-auth/oauth-provider';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { jwt } from 'better-auth/plugins';
import { CALLBACK, sayWhere } from './ground.mjs';

/** The person that the benchmark signs in as. */
const PERSON = { email: 'bench@example.org', password: 'a lantern over the harbour', name: 'bench' };

const database = new DatabaseSync('better-auth.db', { timeout: 5000 });
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16384');

if (process.argv[2] === 'prepare') await prepare();
else {
  const server = createServer();
  sayWhere(server, (address) => {
    const answer = toNodeHandler(authAt(address));
    server.on('request', answer);
  });
}

function authAt(address) {
  return betterAuth({
    baseURL: address,
    secret: 'a secret that signs what the benchmark keeps in cookies',
    database,
    emailAndPassword: { enabled: true },
    // Raised beyond reach, since the whole load comes from one address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    disabledPaths: ['/token'],
    plugins: [
      jwt(),
      oauthProvider({
        loginPage: '/sign-in',
        consentPage: '/consent',
        scopes: ['openid', 'profile', 'email', 'offline_access', 'notes'],
        clientPrivileges: () => true,
        accessTokenExpiresIn: 86_400,
        m2mAccessTokenExpiresIn: 86_400,
        silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
      }),
    ],
  });
}

/** Makes the schema, the person and the client, so that the measured start finds a database. */
async function prepare() {
  const auth = authAt('http://127.0.0.1:3000');
  const { runMigrations } = await getMigrations(auth.options);
  await runMigrations();
  const { headers } = await auth.api.signUpEmail({ body: PERSON, returnHeaders: true });
  const cookie = headers.getSetCookie().map((line) => line.split(';', 1)[0]).join('; ');
  const client = await auth.api.adminCreateOAuthClient({
    headers: new Headers({ cookie }),
    body: {
      client_name: 'Bench',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'openid profile email offline_access notes',
      client_credentials_scopes: ['notes'],
      skip_consent: true,
      require_pkce: false,
    },
  });
  writeFileSync('client.json', JSON.stringify({ id: client.client_id, secret: client.client_secret, person: PERSON }));
}
