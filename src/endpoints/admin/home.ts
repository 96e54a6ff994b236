/** GET /admin: the figures of the day. */
import { livenessAt } from '../../accounts/sessions.ts';
import { figuresOfTheDay } from '../../events/figures.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { figuresPage } from '../../pages/admin/figures.ts';
import type { AdministratorContext } from './administrator.ts';

export const showFigures: Handler<AdministratorContext> = async (_request, world, { visitor }) => {
  const figures = await figuresOfTheDay(world, livenessAt(world.now()));
  return pageReply(visitor, (context) => figuresPage(context, figures));
};
