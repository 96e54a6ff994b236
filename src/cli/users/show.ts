/** `latchkey users show`: one account as an operator needs it: who it is, what state it is in, and what hangs on it. */
import { ownAuthorizations } from '../../accounts/own-data.ts';
import { findNamed } from '../../accounts/people.ts';
import { listSessions } from '../../accounts/sessions.ts';
import { everyClient } from '../../clients/find.ts';
import type { World } from '../../world.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { iso, JSON_OPTION } from '../output/answer.ts';

export const show = act({
  says: 'Shows an account: its state, its sessions, what it allowed and what it owns.',
  operands: ['NAME'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const facts = await factsOf(world, name);
      if (!facts) return call.fail(`There is no user ${name}.`);
      if (call.options.json) call.print(JSON.stringify(facts));
      else for (const [field, value] of Object.entries(facts)) call.print(`${field.padEnd(24)}${wordsFor(value)}`);
      return 0;
    }),
});

async function factsOf(world: World, name: string) {
  const account = await findNamed(world, name);
  if (!account) return undefined;
  const sessions = await listSessions(world, account.id);
  const allowed = await ownAuthorizations(world, account.id);
  const owned: string[] = [];
  for await (const client of everyClient(world, account.id)) owned.push(client.publicId);
  return {
    id: account.id,
    nickname: account.nickname,
    email: account.email,
    email_verified: account.emailVerifiedAt !== null,
    name: account.name,
    state: account.disabledAt === null ? 'active' : 'disabled',
    role: account.adminAt === null ? 'user' : 'administrator',
    developer: account.developerAt !== null,
    created_at: iso(account.createdAt),
    last_online_at: iso(account.onlineAt),
    sessions: sessions.length,
    authorized_applications: allowed.map(({ clientPublicId }) => clientPublicId),
    owned_applications: owned,
  };
}

function wordsFor(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return value === null || value === '' ? '-' : String(value).replace(/\p{Cc}/gu, '\uFFFD');
}
