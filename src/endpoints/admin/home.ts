/** GET /admin: today beside the last thirty days, totals, what fails, and the state of the service. */
import { livenessAt } from '../../accounts/sessions.ts';
import { figuresOfDays, figuresOfNow, MOST_FIGURE } from '../../events/figures.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { describeService } from '../../jobs/service-state.ts';
import { todayPage } from '../../pages/admin/today.ts';
import type { AdministratorContext } from './administrator.ts';

export const showToday: Handler<AdministratorContext> = async (_request, world, { visitor }) => {
  const [days, current, service] = await Promise.all([
    figuresOfDays(world),
    figuresOfNow(world, livenessAt(world.now())),
    describeService(world),
  ]);
  const failing = current.failing.map(({ publicId, name, errors, tokens }) => ({
    ...{ clientId: publicId, name, refusals: errors, tokens },
  }));
  const page = { ...current, failing, days, service, most: MOST_FIGURE };
  return pageReply(visitor, (context) => todayPage(context, page));
};
