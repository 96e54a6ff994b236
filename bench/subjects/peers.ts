/** The other servers: how each is started and entered. */
import { join } from 'node:path';
import { openBrowser } from '../../test/support/browser-like.ts';
import type { Stage, WorkloadName } from '../load/job.ts';
import { get } from '../load/requests.ts';
import type { PeerName } from '../options.ts';
import { CALLBACK, CLIENT_ID, CLIENT_SECRET } from '../peers/ground.mjs';
import { stageAt } from './bare.ts';
import { betterAuth } from './better-auth.ts';
import { startServer } from './server-process.ts';
import type { Place, Running, Subject } from './subject.ts';

type Addresses = Pick<Stage, 'tokenPath' | 'introspectPath' | 'identityPath' | 'identityMark'>;

interface PeerPlan {
  readonly name: string;
  readonly offers: readonly WorkloadName[];
  readonly file: string;
  readonly words?: readonly string[];
  /** Undefined for a limit, which has nothing to enter. */
  readonly addresses?: Addresses;
  readonly authorizePath?: string;
  /** The narrowest scope that gives what Latchkey gives; then no answer has to be signed. */
  readonly scope?: string;
  /** The scope that the identity endpoint asks for. */
  readonly identityScope?: string;
}

const OIDC: Addresses = {
  tokenPath: '/token',
  introspectPath: '/token/introspection',
  identityPath: '/me',
  identityMark: '"nickname":"bench"',
};

const PLANS: Record<Exclude<PeerName, 'better-auth'>, PeerPlan> = {
  'oidc-provider': {
    name: 'oidc-provider, SQLite',
    offers: ['W1', 'W2', 'W3', 'W4', 'W5'],
    file: 'oidc-provider.mjs',
    words: ['sqlite', '.'],
    addresses: OIDC,
    authorizePath: '/auth',
    scope: 'profile',
    identityScope: 'openid profile',
  },
  'oidc-provider-memory': {
    name: 'oidc-provider, memory (volatile)',
    offers: ['W1', 'W2', 'W3', 'W4', 'W5'],
    file: 'oidc-provider.mjs',
    words: ['memory'],
    addresses: OIDC,
    authorizePath: '/auth',
    scope: 'profile',
    identityScope: 'openid profile',
  },
  'oauth2-server': {
    name: '@node-oauth/oauth2-server, memory (volatile)',
    offers: ['W1', 'W2', 'W3', 'W4'],
    file: 'oauth2-server.mjs',
    addresses: {
      tokenPath: '/oauth/token',
      introspectPath: '/',
      identityPath: '/me',
      identityMark: '"nickname":"bench"',
    },
    authorizePath: '/oauth/authorize',
    scope: 'profile',
  },
  fastify: { name: 'bare Fastify', offers: ['get', 'post'], file: 'fastify.mjs' },
};

export function peer(name: PeerName): Subject {
  if (name === 'better-auth') return betterAuth;
  const plan = PLANS[name];
  return { name: plan.name, offers: plan.offers, start: (place) => startPeer(plan, place) };
}

async function startPeer(plan: PeerPlan, { folder, starts }: Place): Promise<Running> {
  const file = join(import.meta.dirname, '..', 'peers', plan.file);
  const server = await startServer({
    program: process.execPath,
    words: ['--disable-warning=ExperimentalWarning', file, ...(plan.words ?? [])],
    env: {},
    folder,
    firstPath: '/',
    starts,
  });
  try {
    const stage = await stageOf(plan, server.port);
    return { stage, pids: [server.pid], startMilliseconds: server.startMilliseconds, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function stageOf(plan: PeerPlan, port: number): Promise<Stage> {
  const { addresses, authorizePath, scope = '', identityScope = scope } = plan;
  if (addresses === undefined || authorizePath === undefined) return stageAt(port);
  const query = { client_id: CLIENT_ID, redirect_uri: CALLBACK, response_type: 'code', state: 'bench' };
  const pathFor = (asked: string): string => `${authorizePath}?${new URLSearchParams({ ...query, scope: asked })}`;
  const browser = openBrowser(`http://127.0.0.1:${port}`);
  const answer = await browser.follow(await browser.get(pathFor(identityScope)));
  if (!answer.location?.includes('code='))
    throw new Error(`no code came: ${answer.status} ${answer.body.slice(0, 300)}`);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    ...addresses,
    ports: [port],
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri: CALLBACK,
    authorizePath,
    codeRequests: [get(pathFor(scope), { Cookie: cookie })],
    identityCodeRequests: [get(pathFor(identityScope), { Cookie: cookie })],
  };
}
