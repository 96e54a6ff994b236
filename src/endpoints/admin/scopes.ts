/** GET /admin/scopes: the catalogue as it is configured, and how many applications may ask for each. */
import { countScopeUsage, MOST_COUNTED } from '../../clients/administered.ts';
import { SHIPPED_SCOPES } from '../../config/scope-catalogue.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { scopesPage } from '../../pages/admin/scopes.ts';
import type { AdministratorContext } from './administrator.ts';

export const showScopes: Handler<AdministratorContext> = async (_request, world, { visitor }) => {
  const catalogue = world.settings.scopes;
  const { counts, isCut } = await countScopeUsage(world);
  const scopes = Object.entries(catalogue).map(([name, { description, default: isDefault }]) => ({
    name,
    description,
    isDefault,
    applicationCount: counts.get(name) ?? 0,
  }));
  const gone = [...counts]
    .filter(([name]) => name !== '' && !Object.hasOwn(catalogue, name))
    .map(([name, applicationCount]) => ({ name, applicationCount }));
  const isShipped = JSON.stringify(catalogue) === JSON.stringify(SHIPPED_SCOPES);
  const page = { scopes, gone, isShipped, countedAmong: isCut ? MOST_COUNTED : null };
  return pageReply(visitor, (context) => scopesPage(context, page));
};
