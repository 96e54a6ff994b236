/** An account that an administrator makes: with a password, with a sign-in link by which its owner sets one, or with neither yet. */
import { byWords, mayAdminister, remainsPowerful } from '../../events/administering.ts';
import type { Once } from '../../limits/once.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { attempt, stale } from '../../storage/database.ts';
import type { World } from '../../world.ts';
import { type Administrator, told } from '../administration.ts';
import {
  type AccountNames,
  examineGiven,
  examineNames,
  findTaken,
  type GivenAccount,
  hashGiven,
  makeAccount,
  type NewAccountFaults,
  withTaken,
} from '../new-account.ts';
import { type MadeLink, makeFirstLink } from '../sign-in-link.ts';

export interface MadePerson {
  readonly id: number;
  readonly nickname: string;
  readonly email: string;
  readonly name: string;
  readonly isEmailVerified: boolean;
  readonly isAdmin: boolean;
  readonly createdAt: number;
}

interface Rights {
  /** Whether the caller vouches for the address. */
  readonly isEmailVerified?: boolean | undefined;
  readonly isAdmin?: boolean | undefined;
}

type CreationRefusal =
  | { readonly reason: 'faulty'; readonly faults: NewAccountFaults }
  | { readonly reason: 'answered' | 'powerless' };

type Wish<Input> = Readonly<{ input: Input & Rights; once?: Once<MadePerson> }>;

export async function createPerson(
  world: World,
  by: Administrator,
  { input, once }: Wish<GivenAccount>,
): Promise<Result<MadePerson, CreationRefusal>> {
  const sound = examineGiven(world, input);
  if (!sound.ok) return refuse({ reason: 'faulty', faults: await withTaken(world, { input, faults: sound.refusal }) });
  // Asked before the costly part, and again with each attempt.
  if (await once?.isDone()) return refuse({ reason: 'answered' });
  const passwordHash = await hashGiven(world, sound.value, by.source);
  const made = await write(world, by, { input: { ...input, ...sound.value }, once, passwordHash, hasLink: false });
  return made.ok ? accept(made.value.person) : made;
}

interface InvitedPerson {
  readonly person: MadePerson;
  readonly link: MadeLink;
}

/** Nobody but the person ever knows the password. The link is shown to the administrator once, who hands it over. */
export async function createPersonWithLink(
  world: World,
  by: Administrator,
  { input, once }: Wish<AccountNames>,
): Promise<Result<InvitedPerson, CreationRefusal>> {
  const sound = examineNames(world, input, 'operator');
  if (!sound.ok) return refuse({ reason: 'faulty', faults: await withTaken(world, { input, faults: sound.refusal }) });
  const made = await write(world, by, { input: { ...input, ...sound.value }, once, passwordHash: null, hasLink: true });
  if (!made.ok) return made;
  const { person, link } = made.value;
  if (!link) throw new Error('An account without a password is made with a link.');
  return accept({ person, link });
}

interface Writing {
  readonly input: AccountNames & Rights;
  readonly once: Once<MadePerson> | undefined;
  readonly passwordHash: string | null;
  /** Whether a sign-in link is made in the same batch. */
  readonly hasLink: boolean;
}

type Written = Readonly<{ person: MadePerson; link: MadeLink | null }>;

async function write(
  world: World,
  by: Administrator,
  { input, once, passwordHash, hasLink }: Writing,
): Promise<Result<Written, CreationRefusal>> {
  const { nickname, email, name = '', isEmailVerified = false, isAdmin = false } = input;
  return await attempt<Result<Written, CreationRefusal>>(async () => {
    if (await once?.isDone()) return refuse({ reason: 'answered' });
    if (!(await mayAdminister(world, by))) return refuse({ reason: 'powerless' });
    const taken = await findTaken(world, input);
    // By the same request, where it was sent twice and the first was written between the two looks.
    if (taken) return refuse((await once?.isDone()) ? { reason: 'answered' } : { reason: 'faulty', faults: taken });
    const making = { passwordHash, isAdmin, isEmailVerified, source: by.source, by: byWords(by) };
    const { id, batch } = makeAccount(world, input, making);
    const link = hasLink ? makeFirstLink(world, id) : null;
    const person = { id, nickname, email, name, isEmailVerified, isAdmin, createdAt: world.now() };
    const written = await world.database.write([
      ...remainsPowerful(by),
      ...batch,
      ...(link ? [...link.writes, told(world, by, 'account.sign_in_link_made', id)] : []),
      ...(once ? [once.note(person)] : []),
    ]);
    return written === null ? stale : accept({ person, link });
  });
}
