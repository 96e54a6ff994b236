/** GET /: a welcome for anonymous visitors, and for accounts the shortest way to the next step. */
import { countHoldings } from '../../accounts/deletion.ts';
import { listClients } from '../../clients/find.ts';
import { offersTo } from '../../clients/transfer.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { homePage, welcomePage } from '../../pages/account/home.ts';
import type { VisitorContext } from '../needs.ts';

export const showHome: Handler<VisitorContext> = async (_request, world, { visitor }) => {
  if (!visitor.account) {
    const signUpIsOpen = world.settings.signUp === 'open';
    return pageReply(visitor, (context) => welcomePage(context, { signUpIsOpen }));
  }
  const { id } = visitor.account;
  const [record, offers, { clients }] = await Promise.all([
    countHoldings(world, id),
    offersTo(world, id),
    listClients(world, id, 1),
  ]);
  const [newest] = clients;
  const home = {
    applicationCount: record.ownedApplications,
    authorizedCount: record.authorizedApplications,
    offerCount: offers.length,
    unfinished: newest && newest.tokenAt === null ? { clientId: newest.publicId, name: newest.name } : null,
  };
  return pageReply(visitor, (context) => homePage(context, home));
};
