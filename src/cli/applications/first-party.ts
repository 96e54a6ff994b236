/** The mark *first-party*, as the operator sets or removes it with an application. */
import { OPERATOR } from '../../clients/act.ts';
import { findClient } from '../../clients/find.ts';
import { setMark } from '../../clients/marks.ts';
import type { World } from '../../world.ts';

/** Answers why it could not be done. */
export async function markFirstParty(world: World, publicId: string, isSet: boolean): Promise<string | undefined> {
  const client = await findClient(publicId, world);
  if (!client) return `There is no application ${publicId}.`;
  const marking = { publicId, mark: 'first_party', isSet, seen: client.updatedAt } as const;
  const done = await setMark(world, marking, OPERATOR);
  if (done.ok || done.refusal === 'already') return undefined;
  return `${publicId} was changed at the same moment: run the command again.`;
}
