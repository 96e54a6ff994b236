/** GET /oauth/authorize/:code: shows a code to the person who allowed it, for clients out of band (SPEC D19). */
import { findShownCode } from '../../grants/authorize.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { outOfBandPage } from '../../pages/sign-in/out-of-band.ts';
import type { AccountContext } from '../needs.ts';

export const showCode: Handler<AccountContext> = async (request, world, { visitor }) => {
  const code = request.parameters.code ?? '';
  const shown = await findShownCode(world, code, visitor.account.id);
  if (shown === undefined) return problemReply(visitor, { status: 404 });
  const page = { ...shown, code, lifetimeSeconds: world.settings.codeSeconds };
  return pageReply(visitor, (context) => outOfBandPage(context, page));
};
