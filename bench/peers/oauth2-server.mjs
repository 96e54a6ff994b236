/** The package @node-oauth/oauth2-server on Fastify, everything in memory. */
import formbody from '@fastify/formbody';
import OAuth2Server from '@node-oauth/oauth2-server';
import fastify from 'fastify';
import { CALLBACK, CLIENT_ID, CLIENT_SECRET, sayWhere } from './ground.mjs';

const DAY = 86_400;
const USER = { id: 1, nickname: 'bench', name: 'Bench', website: 'https://example.org', locale: 'en' };
const CLIENT = {
  id: CLIENT_ID,
  redirectUris: [CALLBACK],
  grants: ['authorization_code', 'refresh_token', 'client_credentials'],
};

const oauth = new OAuth2Server({ model: memoryModel(), accessTokenLifetime: DAY, refreshTokenLifetime: 120 * DAY });
const app = fastify();
await app.register(formbody);

app.post('/oauth/token', async (request, reply) => {
  const { answer } = await run(request, (asked, answered) => oauth.token(asked, answered));
  return send(reply, answer);
});

app.get('/oauth/authorize', async (request, reply) => {
  const options = { authenticateHandler: { handle: () => USER }, allowEmptyState: true, authorizationCodeLifetime: 600 };
  const { answer } = await run(request, (asked, answered) => oauth.authorize(asked, answered, options));
  return send(reply, answer);
});

app.get('/me', async (request, reply) => {
  const { token, answer } = await run(request, (asked, answered) => oauth.authenticate(asked, answered));
  return token ? token.user : send(reply, answer);
});

await app.ready();
sayWhere(app.server);

async function run(request, act) {
  const answer = new OAuth2Server.Response({ headers: {} });
  const asked = new OAuth2Server.Request({
    headers: request.headers,
    method: request.method,
    query: request.query,
    body: request.body ?? {},
  });
  try {
    return { token: await act(asked, answer), answer };
  } catch (error) {
    answer.status = error.code ?? 500;
    answer.body = { error: error.name, error_description: error.message };
    return { token: null, answer };
  }
}

function send(reply, answer) {
  reply.code(answer.status ?? 200).headers(answer.headers);
  return reply.send(answer.body);
}

function memoryModel() {
  const codes = new Map();
  const accessTokens = new Map();
  const refreshTokens = new Map();
  return {
    getClient: async (id, secret) => (id === CLIENT_ID && (secret === null || secret === CLIENT_SECRET) ? CLIENT : null),
    getUserFromClient: async () => USER,
    validateScope: async (_user, _client, scope) => scope ?? ['profile'],
    async saveAuthorizationCode(code, client, user) {
      const kept = { ...code, client, user };
      codes.set(code.authorizationCode, kept);
      return kept;
    },
    getAuthorizationCode: async (code) => codes.get(code),
    revokeAuthorizationCode: async ({ authorizationCode }) => codes.delete(authorizationCode),
    async saveToken(token, client, user) {
      const kept = { ...token, client, user };
      accessTokens.set(token.accessToken, kept);
      if (token.refreshToken) refreshTokens.set(token.refreshToken, kept);
      return kept;
    },
    getAccessToken: async (token) => accessTokens.get(token),
    getRefreshToken: async (token) => refreshTokens.get(token),
    async revokeToken(token) {
      accessTokens.delete(token.accessToken);
      return refreshTokens.delete(token.refreshToken);
    },
  };
}
