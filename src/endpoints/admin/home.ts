/** GET /admin: the figures of the day. */
import { livenessAt } from '../../accounts/sessions.ts';
import { figuresOfTheDay } from '../../events/figures.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { figuresPage } from '../../pages/admin/figures.ts';
import { requireAdministrator } from './administrator.ts';

export const showFigures: Handler = async (request, world) => {
  const known = await requireAdministrator(request, world);
  if (!known.ok) return known.refusal;
  const figures = await figuresOfTheDay(world, livenessAt(world.now()));
  return pageReply(known.value, (context) => figuresPage(context, figures));
};
