/** What the buttons of a run do: each sends one or several real requests, and some move the clock of this run. */
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import type { Exchange, Pair } from '../../protocol/playground/wire.ts';
import { endLeeway, expireAccess, findOwnToken } from '../../tokens/playground.ts';
import { askAsBearer, askAsClient } from './request.ts';
import type { PlaygroundContext } from './stage.ts';

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

export interface Acted {
  readonly exchanges: readonly Exchange[];
  readonly tokens: Tokens;
}

type Act = (stage: PlaygroundContext, tokens: Tokens) => Promise<Acted>;

const TOKEN = ENDPOINT_PATHS.token;
const WHOAMI = ENDPOINT_PATHS.whoami;

const ACTS: Readonly<Record<string, Act>> = {
  whoami: async (stage, tokens) => ({ exchanges: [await askAsBearer(stage, 'whoami', WHOAMI, tokens.access)], tokens }),
  refresh: async (stage, tokens) => {
    const exchange = await refresh(stage, 'refreshed', tokens.refresh);
    return { exchanges: [exchange], tokens: tokensIn(exchange, tokens) };
  },
  introspect: async (stage, tokens) => ({
    exchanges: [await askAsClient(stage, 'introspected', ENDPOINT_PATHS.introspect, [['token', tokens.access]])],
    tokens,
  }),
  revoke: async (stage, tokens) => ({
    exchanges: [await askAsClient(stage, 'revoked', ENDPOINT_PATHS.revoke, [['token', tokens.refresh]])],
    tokens,
  }),
  expire,
  lose: (stage, tokens) => refreshTwice(stage, tokens, ['lost', 'retried']),
  twice: (stage, tokens) => refreshTwice(stage, tokens, ['first_use', 'second_use']),
  late,
};

/** Undefined for what no button says. */
export function findAct(name: string | undefined): Act | undefined {
  return name !== undefined && Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
}

/** The last step of the flow that the callback began. */
export async function exchangeCode(
  stage: PlaygroundContext,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): Promise<Acted> {
  const fields: readonly Pair[] = [
    ['grant_type', 'authorization_code'],
    ['code', code],
    ['redirect_uri', stage.call.callback],
    ['code_verifier', verifier],
  ];
  const exchange = await askAsClient(stage, 'exchanged', TOKEN, fields);
  return { exchanges: [exchange], tokens: tokensIn(exchange, { access: '', refresh: '' }) };
}

/** The stand-in secret must open nothing but what runs of this owner made (docs/decisions: the playground). */
export async function areOwnTokens(
  { visitor, call }: PlaygroundContext,
  { access, refresh }: Tokens,
): Promise<boolean> {
  for (const token of [access, refresh]) {
    if (!(await findOwnToken(visitor.world, token, call))) return false;
  }
  return true;
}

async function expire(stage: PlaygroundContext, tokens: Tokens): Promise<Acted> {
  const { visitor, call } = stage;
  const record = await findOwnToken(visitor.world, tokens.access, call);
  if (record) await expireAccess(visitor.world, record, visitor.request.source);
  return { exchanges: [await askAsBearer(stage, 'expired', WHOAMI, tokens.access)], tokens };
}

async function refreshTwice(
  stage: PlaygroundContext,
  tokens: Tokens,
  [one, other]: readonly [Exchange['note'], Exchange['note']],
): Promise<Acted> {
  const first = await refresh(stage, one, tokens.refresh);
  if (first.answer.status !== 200) return { exchanges: [{ ...first, note: 'refreshed' }], tokens };
  const second = await refresh(stage, other, tokens.refresh);
  return { exchanges: [first, second], tokens: tokensIn(second, tokensIn(first, tokens)) };
}

/** Theft made watchable: the successor is used, the leeway made to pass, and the old token presented again. */
async function late(stage: PlaygroundContext, tokens: Tokens): Promise<Acted> {
  const { visitor, call } = stage;
  const first = await refresh(stage, 'first_use', tokens.refresh);
  if (first.answer.status !== 200) return { exchanges: [{ ...first, note: 'refreshed' }], tokens };
  const successor = tokensIn(first, tokens);
  const used = await askAsBearer(stage, 'successor_used', WHOAMI, successor.access);
  const record = await findOwnToken(visitor.world, tokens.refresh, call);
  if (record) await endLeeway(visitor.world, record, visitor.request.source);
  const again = await refresh(stage, 'late_use', tokens.refresh);
  const dead = await askAsBearer(stage, 'after_reuse', WHOAMI, successor.access);
  return { exchanges: [first, used, again, dead], tokens: successor };
}

function refresh(stage: PlaygroundContext, note: Exchange['note'], refreshToken: string): Promise<Exchange> {
  return askAsClient(stage, note, TOKEN, [
    ['grant_type', 'refresh_token'],
    ['refresh_token', refreshToken],
  ]);
}

/** A refusal leaves the tokens that were there. */
function tokensIn({ answer }: Exchange, before: Tokens): Tokens {
  if (answer.status !== 200) return before;
  // The token endpoint of this service wrote it a moment ago.
  const { access_token, refresh_token } = JSON.parse(answer.body) as { access_token: string; refresh_token: string };
  return { access: access_token, refresh: refresh_token };
}
