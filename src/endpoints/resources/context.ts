/** What the administration of APIs needs: an administrator, and the API that a page is about. */
import { problemReply } from '../../http/browser/page.ts';
import type { Visitor } from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/route.ts';
import { resourcePath } from '../../pages/resources/list.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { findResource, type ManagedResource } from '../../resources/find.ts';
import { type AdministratorContext, requireAdministrator } from '../admin/administrator.ts';

export interface ResourceContext extends AdministratorContext {
  readonly resource: ManagedResource;
  /** The address of the API in the administration. */
  readonly path: string;
}

/** Deleted ones do not exist. */
export async function requireResource(visitor: Visitor): Promise<Result<ResourceContext, Reply>> {
  const known = requireAdministrator(visitor);
  if (!known.ok) return known;
  const resource = await findResource(visitor.world, visitor.request.parameters.resource ?? '');
  if (!resource) return refuse(problemReply(visitor, { status: 404 }));
  return accept({ ...known.value, resource, path: resourcePath(resource.publicId) });
}
