/** The application that `latchkey try` plays: one for each account, registered when it is first needed. */
import { isLive } from '../../accounts/find.ts';
import { findNamed } from '../../accounts/people.ts';
import { OPERATOR } from '../../clients/act.ts';
import { everyClient } from '../../clients/find.ts';
import { registerClient } from '../../clients/register.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { World } from '../../world.ts';

const NAME = 'Terminal';
/** The port of a loopback address is free (RFC 8252 §7.3). */
const REDIRECT_URI = 'http://127.0.0.1/callback';

export interface Played {
  readonly clientId: string;
  readonly name: string;
  readonly isNew: boolean;
}

/** Refused with a sentence. */
export async function findOrRegister(world: World, typed: string): Promise<Result<Played, string>> {
  const owner = await findNamed(world, typed);
  if (!owner) return refuse(`There is no user ${typed}.`);
  if (!isLive(owner)) return refuse(`${owner.nickname} is disabled.`);
  for await (const { name, publicId, confidentialAt, suspendedAt } of everyClient(world, owner.id))
    if (name === NAME && confidentialAt === null && suspendedAt === null)
      return accept({ clientId: publicId, name, isNew: false });
  const { scopes } = world.settings;
  const made = await registerClient(world, {
    ownerId: owner.id,
    actor: OPERATOR,
    details: {
      name: NAME,
      description: 'Walks through the flow in a terminal.',
      homepageUrl: '',
      logoUrl: '',
      redirectUris: [REDIRECT_URI],
      scopes: Object.keys(scopes).filter((name) => scopes[name]?.default),
      isConfidential: false,
      sendsIssuer: true,
    },
  });
  if (made.ok) return accept({ clientId: made.value.publicId, name: NAME, isNew: true });
  return refuse(`The application ${NAME} cannot be registered: ${made.refusal.reason}.`);
}
