/** The package oidc-provider as an authorization server: opaque tokens, rotation on every refresh, no signing. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import Provider from 'oidc-provider';
import { CALLBACK, CLIENT_ID, CLIENT_SECRET, sayWhere } from './ground.mjs';
import { memoryStore } from './oidc-memory-store.mjs';
import { sqliteStore } from './oidc-sqlite-store.mjs';

const [, , storage, folder = '.'] = process.argv;
const adapter = storage === 'memory' ? memoryStore() : sqliteStore(join(folder, 'oidc-provider.db'));

const server = createServer();
sayWhere(server, (address) => {
  const provider = new Provider(address, configuration());
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const isInteraction = request.url?.startsWith('/interaction/') ?? false;
    if (isInteraction) interact(provider, request, response).catch((error) => response.writeHead(500).end(String(error)));
    else answer(request, response);
  });
});

function configuration() {
  const day = 86_400;
  return {
    adapter,
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: ['openid', 'offline_access', 'profile'],
    claims: { openid: ['sub'], profile: ['nickname', 'name', 'website', 'locale'] },
    cookies: { keys: ['a key that signs the cookies of the benchmark'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
    },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, nickname: id, name: 'Bench', website: 'https://example.org', locale: 'en' }),
    }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    pkce: { required: () => false },
    ttl: {
      AccessToken: day,
      ClientCredentials: day,
      AuthorizationCode: 600,
      RefreshToken: 120 * day,
      Grant: 120 * day,
      Session: 14 * day,
      Interaction: 3600,
      IdToken: 3600,
    },
  };
}

/** Stands for the pages of a person: signs in and agrees to everything at once. */
async function interact(provider, request, response) {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId: 'bench' } });
    return;
  }
  const known = grantId ? await provider.Grant.find(grantId) : undefined;
  const grant = known ?? new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope('openid profile');
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true });
}
