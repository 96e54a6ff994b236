/** What the management API says about a secret of an application, never its value. */
import { moment, named, nullable, object, type Read, text } from '../../../protocol/api/shape.ts';
import { iso, isoOrNull, numberOf } from '../parts.ts';

export const SECRET_ID = numberOf('secret');

export const SECRET_MEMBERS = {
  id: SECRET_ID,
  suffix: text({ says: 'Its last characters.', most: 16 }),
  created_at: moment('When it was made.'),
};

export const SECRET = named(
  'Secret',
  object({
    ...SECRET_MEMBERS,
    last_used_at: nullable(moment('When it last proved the application.')),
    expires_at: nullable(moment('When it stops working; null for never.')),
    added_by: nullable(text({ says: 'The nickname of who made it.', most: 255 })),
  }),
);

interface ListedSecret {
  readonly id: number;
  readonly suffix: string;
  readonly createdAt: number;
  readonly usedAt: number | null;
  readonly expiresAt: number | null;
  readonly addedBy: string | null;
}

export function secretBody({ id, suffix, createdAt, usedAt, expiresAt, addedBy }: ListedSecret): Read<typeof SECRET> {
  return {
    id: String(id),
    suffix,
    created_at: iso(createdAt),
    last_used_at: isoOrNull(usedAt),
    expires_at: isoOrNull(expiresAt),
    added_by: addedBy,
  };
}
