/** GET /oauth/authorize/:code: shows a code to the person who allowed it, for clients out of band (SPEC D19). */
import { findShownCode } from '../../grants/authorize.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { requireAccount } from '../../http/browser/visitor.ts';
import type { Reply, Request } from '../../http/request.ts';
import { outOfBandPage } from '../../pages/sign-in/out-of-band.ts';
import type { World } from '../../world.ts';

export async function showCode(request: Request, world: World): Promise<Reply> {
  const visitor = await requireAccount(request, world);
  if (!visitor.ok) return visitor.refusal;
  const code = request.parameters.code ?? '';
  const applicationName = await findShownCode(world, code, visitor.value.account.id);
  if (applicationName === undefined) return problemReply(visitor.value, { status: 404 });
  const page = { applicationName, code, lifetimeSeconds: world.settings.codeSeconds };
  return pageReply(visitor.value, (context) => outOfBandPage(context, page));
}
