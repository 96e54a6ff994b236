/** The answer to a form that lets somebody in and is carried out once: on to where they wanted, or what counts of a form sent twice. */
import type { LetIn } from '../../accounts/authentication/sent-twice.ts';
import { pageReply } from '../../http/browser/page.ts';
import { leaveFor, sessionCookie, type Visitor } from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/route.ts';
import { sentTwicePage } from '../../pages/sign-in/sent-twice.ts';

interface Onward {
  readonly target: string;
  /** Where something is told of as done there that was not. */
  readonly otherwise?: string;
}

export function letInReply(
  visitor: Visitor,
  { sessionValue, first }: LetIn,
  { target, otherwise = target }: Onward,
): Reply {
  const cookies = [sessionCookie(visitor.world, sessionValue)];
  if (!first) return leaveFor(visitor, target, cookies);
  return pageReply(visitor, (context) => sentTwicePage(context, { ...first, target: otherwise }), { cookies });
}
