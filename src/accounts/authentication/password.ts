/** Proof by password, kept as an argon2id hash. */
import { passwordPage } from '../../pages/sign-in/password.ts';
import { SALT_BYTES } from '../../passwords/argon2.ts';
import { OPERATOR } from '../../passwords/network-place.ts';
import type { Source } from '../../protocol/event.ts';
import { networkOf } from '../../protocol/limits.ts';
import { type CredentialRow, sampleForeignHashes, useCredential } from '../../storage/tables/people/credentials.ts';
import type { World } from '../../world.ts';
import type { Authenticated, Presented, PresentedFrom, Way } from './way.ts';

const METHOD = 'pwd';

export const password: Way = {
  kind: 'password',
  page: passwordPage,
  refuseIfBusy,
  async prove(world, [credential], presented) {
    const { value } = presented;
    const network = networkIn(presented.source);
    const others = await sampleForeignHashes(world.database);
    if (!credential) {
      await world.passwords.verifyNothing(value, network, others);
      return null;
    }
    if (!(await world.passwords.verify(value, credential.secret, network, others))) return null;
    const guard = useCredential(credential, await keptHash(world, credential, presented), world.now());
    return { ...authenticatedByPassword(world, credential.accountId), credential, guard };
  },
};

export function byPassword(value: string): Presented {
  return { way: password, value };
}

/** Somebody who chose the password of a new account in this very request. */
export function authenticatedByPassword(world: World, accountId: number): Authenticated {
  return { accountId, method: METHOD, at: world.now() };
}

export function hashPassword(world: World, value: string, source: Source): Promise<string> {
  return world.passwords.hash(value, world.randomBytes(SALT_BYTES), networkIn(source));
}

export function refuseIfBusy(world: World, source: Source): Promise<void> {
  return world.passwords.refuseIfBusy(networkIn(source));
}

/** A hash of a lower cost than today's is replaced now, while the password is known. */
async function keptHash(world: World, { secret }: CredentialRow, { value, source }: PresentedFrom): Promise<string> {
  return world.passwords.needsRehash(secret) ? await hashPassword(world, value, source) : secret;
}

/** A command of the operator comes from nowhere. */
function networkIn({ address }: Source): string {
  return address === null ? OPERATOR : networkOf(address);
}
