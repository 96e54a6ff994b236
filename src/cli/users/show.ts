/** `latchkey users show`: one account as an operator needs it: who it is, what state it is in, and what hangs on it. */
import type { Authorization } from '../../accounts/authorizations.ts';
import { ownAuthorizations } from '../../accounts/own-data.ts';
import { findNamed } from '../../accounts/people.ts';
import { listSessions, type Session } from '../../accounts/sessions.ts';
import { everyClient } from '../../clients/find.ts';
import type { World } from '../../world.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { iso, JSON_OPTION } from '../output/answer.ts';
import { tellFacts } from '../output/facts.ts';

export const show = act({
  says: 'Shows an account: its state, its sessions, what it allowed and what it owns.',
  output: 'answer',
  operands: ['NAME'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const facts = await factsOf(world, name);
      if (!facts) return call.fail(`There is no user ${name}.`);
      return tellFacts(call, facts);
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
    disabled_at: iso(account.disabledAt),
    disabled_because: account.disabledBecause,
    role: account.adminAt === null ? 'user' : 'administrator',
    developer: account.developerAt !== null,
    created_at: iso(account.createdAt),
    last_online_at: iso(account.onlineAt),
    last_signed_in_at: iso(account.signedInAt),
    sessions: sessions.length,
    authorized_applications: [...new Set(allowed.map(({ clientPublicId }) => clientPublicId))],
    owned_applications: owned,
    signed_in: sessions.map(sessionFacts),
    consents: allowed.map(consentFacts),
  };
}

function sessionFacts(session: Session) {
  return {
    created_at: iso(session.createdAt),
    last_seen_at: iso(session.seenAt),
    expires_at: iso(session.expiresAt),
    address: session.address,
    user_agent: session.userAgent,
  };
}

function consentFacts(consent: Authorization) {
  return {
    client_id: consent.clientPublicId,
    application: consent.clientName,
    resource: consent.resourcePublicId,
    scope: consent.scope,
    granted_at: iso(consent.grantedAt),
    ends_at: iso(consent.endsAt),
    last_used_at: iso(consent.usedAt),
  };
}
