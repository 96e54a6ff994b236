/** The package better-auth: made ready by its own command, entered by its own sign-in. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../../test/support/browser-like.ts';
import { send } from '../../test/support/http-client.ts';
import type { Stage } from '../load/job.ts';
import { get } from '../load/requests.ts';
import { CALLBACK } from '../peers/ground.mjs';
import { cleanEnvironment, startServer } from './server-process.ts';
import type { Place, Running, Subject } from './subject.ts';

export const betterAuth: Subject = {
  name: 'better-auth, SQLite',
  offers: ['W1', 'W2', 'W3', 'W4', 'W5'],
  start,
};

const FILE = join(import.meta.dirname, '..', 'peers', 'better-auth.mjs');
/** It gives refresh tokens to clients that use PKCE or a nonce alone. */
const VERIFIER = 'a-verifier-of-the-benchmark-that-is-long-enough-for-everybody';

interface Prepared {
  readonly id: string;
  readonly secret: string;
  readonly person: { readonly email: string; readonly password: string };
}

async function start({ folder, starts }: Place): Promise<Running> {
  const made = spawnSync(process.execPath, [FILE, 'prepare'], {
    cwd: folder,
    env: cleanEnvironment({}),
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`better-auth could not be prepared: ${made.stderr.slice(-300)}`);
  const prepared: Prepared = JSON.parse(readFileSync(join(folder, 'client.json'), 'utf8'));
  const server = await startServer({
    program: process.execPath,
    words: [FILE],
    env: {},
    folder,
    firstPath: '/api/auth/ok',
    starts,
  });
  try {
    const stage = await enter(server.port, prepared);
    return { stage, pids: [server.pid], startMilliseconds: server.startMilliseconds, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function enter(port: number, { id, secret, person }: Prepared): Promise<Stage> {
  const address = `http://127.0.0.1:${port}`;
  const signedIn = await send(`${address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const cookie = signedIn.setCookies.map((line) => line.split(';', 1)[0]).join('; ');
  const query = {
    client_id: id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 'bench',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const pathFor = (scope: string): string => `/api/auth/oauth2/authorize?${new URLSearchParams({ ...query, scope })}`;
  const answer = await openBrowser(address).get(pathFor('openid profile offline_access'), { cookie });
  if (!answer.location?.includes('code=')) throw new Error(`no code came: ${answer.status} ${answer.location}`);
  return {
    ports: [port],
    clientId: id,
    clientSecret: secret,
    redirectUri: CALLBACK,
    tokenPath: '/api/auth/oauth2/token',
    introspectPath: '/api/auth/oauth2/introspect',
    identityPath: '/api/auth/oauth2/userinfo',
    identityMark: '"name":"bench"',
    authorizePath: '/api/auth/oauth2/authorize',
    codeRequests: [get(pathFor('profile offline_access'), { Cookie: cookie })],
    identityCodeRequests: [get(pathFor('openid profile offline_access'), { Cookie: cookie })],
    verifier: VERIFIER,
    machineScope: 'notes',
  };
}
