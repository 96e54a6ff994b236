/** `latchkey try`: gets a first token in a terminal, as an application would, and says what goes over the wire. */
import { call as callOut } from '../../outbound/call.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { CHALLENGE_METHOD, challengeOf } from '../../protocol/tokens/pkce.ts';
import { resolveHost } from '../../world.ts';
import { act, type Call } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { findOrRegister, type Played } from './application.ts';
import { waitForCallback } from './callback.ts';

const LIMIT_MINUTES = 10;
const RANDOM_BYTES = 32;
/** So much of a token is shown: its kind, and enough to tell two apart. */
const SHOWN_CHARACTERS = 12;
const SECRET_FIELDS = ['access_token', 'refresh_token'] as const;

type Facts = Readonly<Record<string, unknown>>;
type Printing = Pick<Call, 'print'>;

export const command = act({
  says: 'Walks through consent, code, token, API and refresh in this terminal, as an application would.',
  options: {
    owner: { says: 'The account that the application Terminal belongs to.', value: 'NAME', required: true },
    url: { says: 'Where the service is reached; its public address, unless given.', value: 'URL' },
  },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const service = URL.parse(call.options.url ?? world.settings.url);
      if (!service || !/^https?:$/.test(service.protocol))
        return call.wrong('--url must be an address such as http://127.0.0.1:3000.');
      const played = await findOrRegister(world, call.options.owner);
      if (!played.ok) return call.fail(played.refusal);
      const walked = await walk(call, service, {
        ...played.value,
        newText: () => world.randomBytes(RANDOM_BYTES).toString('base64url'),
      });
      return walked.ok ? 0 : call.fail(walked.refusal);
    }),
});

interface Walk extends Played {
  /** Random, for what nobody else may guess. */
  newText(): string;
}

async function walk(
  call: Printing,
  service: URL,
  { clientId, name, isNew, newText }: Walk,
): Promise<Result<null, string>> {
  const state = newText();
  const verifier = newText();
  const waiting = await waitForCallback(state, LIMIT_MINUTES * 60_000);
  try {
    call.print(
      `1. The application ${name}, client_id ${clientId}${isNew ? ', is registered.' : ', is there already.'}`,
    );
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: waiting.redirectUri,
      state,
      code_challenge: challengeOf(verifier),
      code_challenge_method: CHALLENGE_METHOD,
    });
    call.print(`2. Open this address in a browser on this machine, and allow it (${LIMIT_MINUTES} minutes):\n`);
    call.print(`   ${new URL(`${ENDPOINT_PATHS.authorize}?${asked}`, service).href}\n`);
    const returned = await waiting.answer;
    if (!returned) return refuse(`Nobody came back within ${LIMIT_MINUTES} minutes. Run it again.`);
    const code = returned.get('code');
    if (code === null) return refuse(refusedWords(returned));
    return await useCode(call, service, {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: waiting.redirectUri,
      code_verifier: verifier,
    });
  } finally {
    waiting.close();
  }
}

function refusedWords(returned: URLSearchParams): string {
  const error = returned.get('error') ?? 'no code came back';
  if (error === 'access_denied') return 'You pressed Cancel: the application was told access_denied, and got nothing.';
  return `${error}: ${returned.get('error_description') ?? ''} ${returned.get('error_uri') ?? ''}`.trim();
}

async function useCode(call: Printing, service: URL, exchange: Record<string, string>): Promise<Result<null, string>> {
  call.print(`3. POST ${ENDPOINT_PATHS.token} with the code:`);
  const first = await post(call, service, exchange);
  if (!first.ok) return first;
  call.print(`4. GET ${ENDPOINT_PATHS.whoami} with the access token:`);
  const told = await ask(call, service, ENDPOINT_PATHS.whoami, {
    headers: { Authorization: `Bearer ${String(first.value.access_token)}` },
  });
  if (!told.ok) return told;
  const client_id = exchange.client_id ?? '';
  const refresh = String(first.value.refresh_token);
  call.print(`5. POST ${ENDPOINT_PATHS.token} with the refresh token, as an application does every day:`);
  const second = await post(call, service, { grant_type: 'refresh_token', client_id, refresh_token: refresh });
  if (!second.ok) return second;
  const ended = await post(
    call,
    service,
    { client_id, token: String(second.value.refresh_token) },
    ENDPOINT_PATHS.revoke,
  );
  if (!ended.ok) return ended;
  call.print(
    `Done, and revoked again. What may act for you: ${new URL('/oauth/authorized_applications', service).href}`,
  );
  return accept(null);
}

function post(call: Printing, service: URL, form: Record<string, string>, path: string = ENDPOINT_PATHS.token) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return ask(call, service, path, { method: 'POST', headers, body: new URLSearchParams(form).toString() });
}

interface Asked {
  readonly method?: 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
}

async function ask(call: Printing, service: URL, path: string, asked: Asked): Promise<Result<Facts, string>> {
  const own = { target: service.hostname.replace(/^\[|\]$/g, ''), isPlain: service.protocol === 'http:' };
  const url = new URL(path, service).href;
  const headers = { ...asked.headers, 'User-Agent': 'Terminal' };
  // Only the operator names this address, so it is allowed wherever it leads.
  const answer = await callOut(
    { settings: { outboundAllow: [own] }, resolve: resolveHost },
    { ...asked, url, headers },
  );
  if (!answer.ok)
    return refuse(`${url}: ${answer.refusal.detail}. Does the service run? Start it with: bin/latchkey serve`);
  const { status, body } = answer.value;
  const facts = readFacts(body.toString('utf8'));
  if (Object.keys(facts).length > 0) call.print(`   ${status} ${JSON.stringify(shortened(facts))}\n`);
  if (status === 200) return accept(facts);
  return refuse(
    `${path} answered ${status}: ${String(facts.error_description ?? facts.error ?? 'nothing that can be read')}`,
  );
}

function readFacts(text: string): Facts {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Whoever looks over a shoulder, or reads the terminal's history, gets no token. */
function shortened(facts: Facts): Facts {
  const shown = { ...facts };
  for (const name of SECRET_FIELDS)
    if (typeof shown[name] === 'string') shown[name] = `${shown[name].slice(0, SHOWN_CHARACTERS)}…`;
  return shown;
}
