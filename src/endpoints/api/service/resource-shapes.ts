/** What the management API says about a resource, and what may be said about one. */
import { API_BASE } from '../../../protocol/api/operation.ts';
import { entityTag } from '../../../protocol/api/paging.ts';
import { flag, integer, list, moment, named, nullable, object, type Read, text } from '../../../protocol/api/shape.ts';
import { NAME_MAX_CHARACTERS } from '../../../protocol/people/text-rules.ts';
import { IDENTIFIER_MAX_CHARACTERS } from '../../../protocol/resources/resource.ts';
import type { ManagedResource } from '../../../resources/find.ts';
import { CLIENT_ID, iso } from '../parts.ts';

const YEAR_SECONDS = 31_536_000;

export const IDENTIFIER = text({
  says: 'An absolute URI without a fragment: the value of `resource` in requests.',
  least: 1,
  most: IDENTIFIER_MAX_CHARACTERS,
});
export const SAID = {
  name: text({ says: 'What people read.', least: 1, most: NAME_MAX_CHARACTERS }),
  scopes: list('Names of the catalogue.', text({ says: 'A scope.', least: 1, most: 64 }), { least: 1, most: 100 }),
};
export const TERMS = {
  seconds: nullable(
    integer('How long its access tokens live; null as long as those of the service.', {
      least: 60,
      most: YEAR_SECONDS,
    }),
  ),
  plain: flag('Whether it also answers for tokens that name no resource and carry one of its scopes.'),
};

const MEMBERS = {
  client_id: CLIENT_ID,
  identifier: IDENTIFIER,
  ...SAID,
  ...TERMS,
  configured: flag('Whether the setting `resources` describes it; then it is changed there alone.'),
  applied: flag('Whether `latchkey apply` takes care of it.'),
  created_at: moment('When it was made.'),
  updated_at: moment('When it last changed.'),
};

export const RESOURCE = named('Resource', object(MEMBERS));
export const SECRET = nullable(text({ says: 'Shown this once; null in a repeated answer.', most: 255 }));
export const RESOURCE_WITH_SECRET = named('ResourceWithSecret', object({ ...MEMBERS, client_secret: SECRET }));

export function bodyOf(resource: ManagedResource): Read<typeof RESOURCE> {
  const { publicId, identifier, name, scope, seconds, isPlain, isConfigured, appliedAt, createdAt, updatedAt } =
    resource;
  const terms = { name, scopes: scope, seconds, plain: isPlain, configured: isConfigured, applied: appliedAt !== null };
  return { client_id: publicId, identifier, ...terms, created_at: iso(createdAt), updated_at: iso(updatedAt) };
}

export const tagOf = ({ updatedAt }: ManagedResource) => entityTag(updatedAt);
export const locationOf = ({ publicId }: Pick<ManagedResource, 'publicId'>) => `${API_BASE}/resources/${publicId}`;
