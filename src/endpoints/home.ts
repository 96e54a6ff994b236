/** GET /: a welcome for strangers, and for everybody else the two things they can do here. */
import { countHoldings } from '../accounts/deletion.ts';
import { visitorOf } from '../http/browser.ts';
import { pageReply } from '../http/page.ts';
import type { Door } from '../http/route.ts';
import { homePage, welcomePage } from '../pages/home.ts';

export const showHome: Door = async (request, world) => {
  const visitor = await visitorOf(request, world);
  if (!visitor.account) {
    const signUpIsOpen = world.settings.signUp === 'open';
    return pageReply(visitor, (shell) => welcomePage(shell, { signUpIsOpen }));
  }
  const held = await countHoldings(world, visitor.account.id);
  const counts = { applicationCount: held.ownedApplications, authorizedCount: held.authorizedApplications };
  return pageReply(visitor, (shell) => homePage(shell, counts));
};
