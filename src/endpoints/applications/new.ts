/** GET /oauth/applications/new: the empty form. */

import { pageReply } from '../../http/browser/page.ts';
import { requireAccount } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { blankApplication, newApplicationPage } from '../../pages/applications/form.ts';
import { formOf } from './fields.ts';

export const showNewApplication: Handler = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const { scopes } = world.settings;
  const defaults = Object.keys(scopes).filter((name) => scopes[name]?.default);
  const form = formOf(world, blankApplication(defaults), []);
  return pageReply(known.value, (context) => newApplicationPage(context, form));
};
