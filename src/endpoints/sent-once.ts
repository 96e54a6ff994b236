/**
 * Forms whose answer shows a secret, which is kept nowhere: one that is sent again (a reload, a double click) does nothing,
 * and leads to where it says that the secret was shown, and can be replaced.
 */
import { problemReply } from '../http/browser/page.ts';
import { type AccountVisitor, leaveFor } from '../http/browser/visitor.ts';
import type { Reply } from '../http/route.ts';
import { type Creation, findAnswered, happensOnce, type NamedRequest, type Once } from '../limits/once.ts';
import type { Form } from '../protocol/form.ts';
import { SECRET_PARAMETERS } from '../protocol/secret-parameters.ts';

const SECRETS: ReadonlySet<string> = new Set(SECRET_PARAMETERS);

interface Sent {
  readonly visitor: AccountVisitor;
  readonly form: Form;
}

/** `leadsTo` is where a repetition is led, and whose deletion ends what is kept of it. */
export function sentOnce<Made>(sent: Sent, leadsTo: (made: Made) => Pick<Creation, 'location' | 'about'>): Once<Made> {
  return happensOnce(sent.visitor.world, nameOf(sent), (made) => ({ status: 303, answer: '{}', ...leadsTo(made) }));
}

export async function repeatedReply(sent: Sent): Promise<Reply> {
  const known = await findAnswered(sent.visitor.world, nameOf(sent));
  if (known === undefined || typeof known === 'string') return problemReply(sent.visitor, { status: 404 });
  return leaveFor(sent.visitor, known.location);
}

/** The token of the form is of one page, so equal fields mean the same wish. Of a password not even a digest is kept. */
function nameOf({ visitor, form }: Sent): NamedRequest {
  const { account, request } = visitor;
  const fields = form.entries.filter(([name]) => !SECRETS.has(name));
  return { sender: `form of ${account.id}`, key: JSON.stringify([request.path, fields]), asked: '' };
}
