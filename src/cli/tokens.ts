/** `latchkey tokens`: ends what was granted, for an account, for an application, or for one token that leaked. */
import { revokeAllAuthorizations } from '../accounts/authorizations.ts';
import { findByName } from '../accounts/find.ts';
import { OPERATOR } from '../clients/act.ts';
import { revokeEverything } from '../clients/ending.ts';
import { findAccess, findRefresh } from '../tokens/inspect.ts';
import { endTokens } from '../tokens/revoke.ts';
import type { World } from '../world.ts';
import { act, type Group } from './command-line.ts';
import { endBefore, momentOf } from './moment.ts';
import { withWorld } from './open-world.ts';

/** What a command did, or in one line why it could not. */
type Outcome = { readonly done: string } | { readonly failed: string };

const revoke = act({
  says: 'Ends tokens at once: all that an account granted, all that an application holds, or one.',
  options: {
    account: { says: 'Every access this account gave; applications have to ask again.', value: 'NICKNAME' },
    'client-id': { says: 'Every access this application has, its own tokens included.', value: 'X' },
    'token-stdin': { says: 'The token on standard input, and all that came from the same authorization.' },
  },
  run: async (call) => {
    const { account, 'client-id': clientId, 'token-stdin': isToken } = call.options;
    const given = [account !== undefined, clientId !== undefined, isToken].filter(Boolean).length;
    if (given !== 1) return call.wrong('Give exactly one of --account, --client-id and --token-stdin.');
    const token = isToken ? (await call.readInput()).trim() : '';
    return await withWorld(call.settings, async (world) => {
      const outcome = await revokeOne(world, { account, clientId, token });
      if ('failed' in outcome) return call.fail(outcome.failed);
      call.print(outcome.done);
      return 0;
    });
  },
});

const invalidate = act({
  says: 'Ends every sign-in, consent and token from before a moment, as after the restore of a backup.',
  options: { before: { says: 'now, or a moment such as 2026-11-15T12:00:00Z.', value: 'WHEN', required: true } },
  run: async (call) => {
    const moment = momentOf(call.options.before);
    if (moment === undefined)
      return call.wrong(`--before takes now, or a moment such as 2026-11-15T12:00:00Z, not ${call.options.before}.`);
    return await withWorld(call.settings, async (world) => {
      await endBefore(world, moment);
      call.print('Every sign-in, consent and token from before that moment is ended.');
      return 0;
    });
  },
});

export const command: Group = { says: 'Revokes what was granted.', acts: { revoke, invalidate } };

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
  const account = await findByName(world, name);
  if (!account) return { failed: `There is no user ${name}.` };
  const count = await revokeAllAuthorizations(world, account.id, OPERATOR.source, 'revoked_by_operator');
  return { done: `Ended the access of ${counted(count, 'application')} to the account of ${account.nickname}.` };
}

async function revokeOfClient(world: World, clientId: string): Promise<Outcome> {
  const revoked = await revokeEverything(world, clientId, OPERATOR);
  if (!revoked) return { failed: `There is no application ${clientId}.` };
  return {
    done: `Ended the access of ${revoked.client.name} to ${counted(revoked.users, 'account')}, and its own tokens.`,
  };
}

/** The token itself is never printed: until it is revoked it may be in use. */
async function revokeToken(world: World, token: string): Promise<Outcome> {
  const held = (await findAccess(world, token)) ?? (await findRefresh(world, token));
  if (!held) return { failed: 'No token of this service was read from standard input.' };
  await endTokens(world, held, OPERATOR.source, 'revoked_by_operator');
  const what = held.accountId === null ? 'that token' : 'that token and all that came from the same authorization';
  return { done: `Ended ${what} (application ${held.clientPublicId}).` };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
