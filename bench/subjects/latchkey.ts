/** Latchkey as shipped: events, limits (raised, since one client makes all requests), security headers, logs to a file. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Stage, WorkloadName } from '../load/job.ts';
import { consentRequests } from '../load/page-workloads.ts';
import { enrol, NICKNAMES } from '../load/people.ts';
import { childrenOf } from '../usage.ts';
import { cleanEnvironment, type ServerProcess, startServer } from './server-process.ts';
import type { Place, Running, Subject } from './subject.ts';

const CALLBACK = 'https://app.example.com/cb';
const OWNER = { nickname: 'owner', password: 'a lantern over the harbour' };
const CHECKOUT = join(import.meta.dirname, '..', '..');

const OFFERS: readonly WorkloadName[] = [
  ...(['W1', 'W1-wide', 'W2', 'W2-wide', 'W3', 'W4', 'W5'] as const),
  ...(['sign-in', 'consent-page', 'consent', 'day', 'flood'] as const),
];

/** Connections beyond them share people: one network may sign up no more in a minute. */
const MOST_PEOPLE = 60;

/** One client, one network and one account stand for all of the world. */
const RAISED_LIMITS = {
  LATCHKEY_SIGN_INS_PER_ACCOUNT: '1000000',
  LATCHKEY_SIGN_INS_PER_NETWORK: '1000000',
  LATCHKEY_SIGN_UPS_PER_NETWORK: '1000000',
  LATCHKEY_FAILURES_PER_NETWORK: '1000000',
  LATCHKEY_TOKEN_REQUESTS_PER_CLIENT: '100000000',
  LATCHKEY_CODES_PER_CONSENT: '0',
};

export interface LatchkeyWish {
  readonly name: string;
  databaseUrl(place: Place): Promise<string>;
  databasePids?(): readonly number[];
  readonly instances?: number;
  /** Processes of each instance. */
  readonly workers?: number;
  /** Settings beside the raised limits. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of another checkout than this one. */
  readonly checkout?: string;
  /** Called when the client exists and no service runs; answers what it changes about the stage. */
  prepare?(client: RegisteredClient, databaseUrl: string, folder: string): Promise<Partial<Stage>>;
}

export function latchkey(wish: LatchkeyWish): Subject {
  return {
    name: wish.name,
    offers: OFFERS,
    async start(place) {
      const databaseUrl = await wish.databaseUrl(place);
      const workers = wish.workers === undefined ? {} : { LATCHKEY_WORKERS: String(wish.workers) };
      const env = { LATCHKEY_DATABASE: databaseUrl, ...RAISED_LIMITS, ...workers, ...wish.env };
      const client = await register({ env, folder: place.folder, checkout: wish.checkout });
      const changes = (await wish.prepare?.(client, databaseUrl, place.folder)) ?? {};
      return await open({ wish, env, place, client, changes });
    },
  };
}

interface Opening {
  readonly wish: LatchkeyWish;
  readonly env: Readonly<Record<string, string>>;
  readonly place: Place;
  readonly client: RegisteredClient;
  readonly changes: Partial<Stage>;
}

async function open(opening: Opening): Promise<Running> {
  const { wish, env, place, client, changes } = opening;
  const servers: ServerProcess[] = [];
  for (let instance = 0; instance < (wish.instances ?? 1); instance += 1) {
    servers.push(await serve({ env, place, instance, checkout: wish.checkout }));
  }
  const running = await enter(servers, client, place);
  return {
    ...running,
    stage: { ...running.stage, ...changes },
    ...(wish.databasePids ? { databasePids: wish.databasePids } : {}),
    async again(more) {
      await running.stop();
      return await open({ ...opening, env: { ...env, ...more } });
    },
  };
}

export interface RegisteredClient {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Before the service starts, so that its start finds a database. */
async function register(around: Around): Promise<RegisteredClient> {
  const email = `${OWNER.nickname}@example.org`;
  const user = [
    'users',
    'create',
    '--nickname',
    OWNER.nickname,
    '--email',
    email,
    '--password-stdin',
    '--admin',
    '--json',
  ];
  await command(user, { ...around, input: `${OWNER.password}\n` });
  const application = [
    'applications',
    'create',
    '--owner',
    OWNER.nickname,
    '--name',
    'Bench',
    '--redirect-uri',
    CALLBACK,
  ];
  return JSON.parse(await command([...application, '--scope', 'profile email', '--json'], around));
}

interface Serving {
  readonly env: Readonly<Record<string, string>>;
  readonly place: Place;
  readonly instance: number;
  readonly checkout: string | undefined;
}

async function serve({ env, place, instance, checkout }: Serving): Promise<ServerProcess> {
  const logFile = join(place.folder, `latchkey-${instance}.log`);
  return await startServer({
    program: executableOf(checkout),
    words: ['serve', '--port', '0', '--log-file', logFile],
    env: { ...env, ...(place.nodeOptions === '' ? {} : { NODE_OPTIONS: place.nodeOptions }) },
    folder: place.folder,
    firstPath: '/health/ready',
    starts: place.starts,
  });
}

/** Enrols a person for every connection and lets each of them look at the consent form: whoever approves it gets a code. */
async function enter(
  servers: readonly ServerProcess[],
  client: RegisteredClient,
  { connections }: Place,
): Promise<Running> {
  const [first] = servers;
  if (first === undefined) throw new Error('At least one instance is needed.');
  const query = { client_id: client.client_id, redirect_uri: CALLBACK, response_type: 'code', scope: '' };
  const stage: Stage = {
    ports: servers.map((server) => server.port),
    clientId: client.client_id,
    clientSecret: client.client_secret,
    redirectUri: CALLBACK,
    tokenPath: '/oauth/token',
    introspectPath: '/oauth/introspect',
    identityPath: '/api/users/whoami',
    identityMark: `"nickname":"${NICKNAMES}`,
    authorizePath: `/oauth/authorize?${new URLSearchParams(query)}`,
    codeRequests: [],
  };
  return {
    stage: {
      ...stage,
      codeRequests: await consentRequests(stage, await enrol(stage, Math.min(connections, MOST_PEOPLE))),
    },
    // A primary and its workers.
    pids: servers.flatMap(({ pid }) => [pid, ...childrenOf(pid)]),
    startMilliseconds: first.startMilliseconds,
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  };
}

function executableOf(checkout = CHECKOUT): string {
  return join(checkout, 'bin', 'latchkey');
}

interface Around {
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly checkout?: string | undefined;
  readonly input?: string;
}

/** Runs a command of bin/latchkey to its end and answers what it printed. */
export function command(words: readonly string[], around: Around): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(executableOf(around.checkout), words, {
      cwd: around.folder,
      env: cleanEnvironment(around.env),
    });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`latchkey ${words[0]} ${words[1]} ended with ${code}: ${complaint}`));
    });
    child.stdin.end(around.input ?? '');
  });
}
