/** How people are shown to administrators, and how an act on one of them is refused. */
import type { AdministrationRefusal } from '../../accounts/administration.ts';
import type { PersonRow } from '../../accounts/people.ts';
import { problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, leaveFor } from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/route.ts';
import { personPath } from '../../pages/admin/admin-frame.ts';
import type { Person } from '../../pages/admin/people.ts';
import { shownPicturePath } from '../../protocol/people/picture.ts';

export function personOf({ adminAt, ...person }: PersonRow): Person & { readonly name: string } {
  const { id, nickname, email, name, createdAt, onlineAt, disabledAt, signedInAt } = person;
  const facts = { id, nickname, email, name, createdAt, onlineAt, disabledAt, signedInAt };
  return { ...facts, picturePath: shownPicturePath(person), isAdmin: adminAt !== null };
}

export function refusedReply(visitor: AccountVisitor, refusal: AdministrationRefusal, id: number): Reply {
  switch (refusal) {
    case 'unknown':
    case 'powerless':
    case 'stale':
      return problemReply(visitor, { status: 404 });
    case 'self':
      return problemReply(visitor, { status: 400, about: 'request', reason: 'own_account' });
    case 'disabled':
      return problemReply(visitor, { status: 400, about: 'request', reason: 'person_disabled' });
    case 'already':
      return leaveFor(visitor, `${personPath(id)}?done=nothing_to_do`);
  }
}
