/** GET /users/:account: what is public about an account. */
import { findLive } from '../../accounts/find.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { publicProfilePage } from '../../pages/account/public-profile.ts';
import { readAccountNumber } from '../../protocol/people/account-rules.ts';
import { picturePath } from '../../protocol/people/picture.ts';
import type { VisitorContext } from '../needs.ts';

export const showPublicProfile: Handler<VisitorContext> = async (request, world, { visitor }) => {
  const id = readAccountNumber(request.parameters.account ?? '');
  const account = id === undefined ? null : await findLive(world, id);
  // Never existed, deleted and disabled look alike.
  if (!account) return problemReply(visitor, { status: 404 });
  const { id: number, nickname, name, website, createdAt, pictureDigest } = account;
  const picture = { id: number, picturePath: picturePath(pictureDigest) };
  const profile = { ...picture, nickname, name: name || null, website: website || null, createdAt };
  return pageReply(visitor, (context) => publicProfilePage(context, profile));
};
