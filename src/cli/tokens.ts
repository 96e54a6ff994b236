/** `latchkey tokens`: shows and ends what was granted, for an account, for an application, or for one token that leaked. */
import { revokeAllAuthorizations } from '../accounts/authorizations.ts';
import { findNamed } from '../accounts/people.ts';
import { OPERATOR } from '../clients/act.ts';
import { revokeEverything } from '../clients/ending.ts';
import { describeToken, findToken } from '../tokens/describe.ts';
import { endTokens } from '../tokens/revoke.ts';
import type { World } from '../world.ts';
import { act, type Group } from './command-line.ts';
import { endBefore, readMoment } from './moment.ts';
import { withWorld } from './open-world.ts';
import { answer, iso, JSON_OPTION } from './output/answer.ts';
import { tellFacts } from './output/facts.ts';
import { list } from './tokens/list.ts';

/** What a command did, or in one line why it could not. */
type Outcome =
  | { readonly done: string; readonly facts: Readonly<Record<string, unknown>> }
  | { readonly failed: string };

const revoke = act({
  says: 'Ends tokens at once: all that an account granted, all that an application holds, or one.',
  options: {
    account: { says: 'Every access this account gave; applications have to ask again.', value: 'NAME' },
    'client-id': { says: 'Every access this application has, its own tokens included.', value: 'X' },
    'token-stdin': { says: 'The token on standard input, and all that came from the same authorization.' },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const { account, 'client-id': clientId, 'token-stdin': isToken } = call.options;
    const given = [account !== undefined, clientId !== undefined, isToken].filter(Boolean).length;
    if (given !== 1) return call.wrong('Give exactly one of --account, --client-id and --token-stdin.');
    const token = isToken ? (await call.readInput()).trim() : '';
    return await withWorld(call.settings, async (world) => {
      const outcome = await revokeOne(world, { account, clientId, token });
      if ('failed' in outcome) return call.fail(outcome.failed);
      return answer(call, outcome.done, outcome.facts);
    });
  },
});

const show = act({
  says: 'Says whose token it is, what it may do and whether it works, without ending or using it.',
  output: 'answer',
  options: { 'token-stdin': { says: 'Reads the token from standard input.' }, json: JSON_OPTION },
  run: async (call) => {
    if (!call.options['token-stdin']) return call.wrong('Tokens are read from standard input only: add --token-stdin.');
    const token = (await call.readInput()).trim();
    return await withWorld(call.settings, async (world) => {
      const found = await findToken(world, token);
      if (!found) return call.fail('No token of this service was read from standard input.');
      const facts = factsOf(found, world.now());
      // Of a machine's token the first use is nowhere written down.
      const isUnrecorded = facts.first_used_at === null && facts.account_id === null;
      return tellFacts(call, facts, isUnrecorded ? { ...facts, first_used_at: 'not recorded' } : facts);
    });
  },
});

/** With moments as the command line writes them. */
function factsOf(found: NonNullable<Awaited<ReturnType<typeof findToken>>>, now: number) {
  const { issuedAt, expiresAt, firstUsedAt, family, ...facts } = describeToken(found, now);
  const times = { issued_at: iso(issuedAt), expires_at: iso(expiresAt), first_used_at: iso(firstUsedAt) };
  return { ...facts, ...times, family };
}

const invalidate = act({
  says: 'Ends every sign-in, consent and token from before a moment, as after the restore of a backup.',
  options: {
    before: { says: 'now, or a moment such as 2026-11-15T12:00:00Z.', value: 'WHEN', required: true },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const moment = readMoment(call.options.before);
    if (!moment.ok) return call.wrong(`--before takes ${moment.refusal}.`);
    return await withWorld(call.settings, async (world) => {
      const ended = await endBefore(world, moment.value);
      const said = 'Every sign-in, consent and token from before that moment is ended.';
      return answer(call, said, { ended_before: iso(ended) });
    });
  },
});

export const command: Group = { says: 'Shows and revokes what was granted.', acts: { list, show, revoke, invalidate } };

interface Target {
  readonly account: string | undefined;
  readonly clientId: string | undefined;
  readonly token: string;
}

async function revokeOne(world: World, { account, clientId, token }: Target): Promise<Outcome> {
  if (account !== undefined) return await revokeOfAccount(world, account);
  if (clientId !== undefined) return await revokeOfClient(world, clientId);
  return await revokeToken(world, token);
}

async function revokeOfAccount(world: World, name: string): Promise<Outcome> {
  const account = await findNamed(world, name);
  if (!account) return { failed: `There is no user ${name}.` };
  const count = await revokeAllAuthorizations(world, account.id, OPERATOR.source, 'revoked_by_operator');
  const done = `Ended the access of ${counted(count, 'application')} to the account of ${account.nickname}.`;
  return { done, facts: { account_id: account.id, applications: count } };
}

async function revokeOfClient(world: World, clientId: string): Promise<Outcome> {
  const revoked = await revokeEverything(world, clientId, OPERATOR);
  if (!revoked) return { failed: `There is no application ${clientId}.` };
  const done = `Ended the access of ${revoked.client.name} to ${counted(revoked.users, 'account')}, and its own tokens.`;
  return { done, facts: { client_id: clientId, accounts: revoked.users } };
}

/** The token itself is never printed: until it is revoked it may be in use. */
async function revokeToken(world: World, token: string): Promise<Outcome> {
  const held = (await findToken(world, token))?.record;
  if (!held) return { failed: 'No token of this service was read from standard input.' };
  await endTokens(world, held, OPERATOR.source, 'revoked_by_operator');
  const what = held.accountId === null ? 'that token' : 'that token and all that came from the same authorization';
  const facts = { client_id: held.clientPublicId, account_id: held.accountId };
  return { done: `Ended ${what} (application ${held.clientPublicId}).`, facts };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
