/** Why a request was refused, in the words of its finding where the kept facts tell one, else in those of its reason. */
import type { RefinedCause } from '../../protocol/diagnosis/cause.ts';
import { causeOf } from '../../protocol/diagnosis/diagnosis.ts';
import type { RefusedRequest } from '../../protocol/refusals/refused-request.ts';
import type { Html } from '../html.ts';
import { firstSentence, prose } from '../parts/prose.ts';
import type { CauseWords } from '../text/en/causes.ts';
import type { Text } from '../text/en.ts';
import { explainReason } from './refusal-lookup.ts';

/** What lists know of a request. */
export type ListedRefusal = Pick<RefusedRequest, 'traceId' | 'endpoint' | 'reason' | 'error' | 'at' | 'facts'>;

export function wordsOfCause({ causes }: Text, cause: RefinedCause | null): CauseWords | null {
  if (cause === null) return null;
  // The table has, under each kind, a function for the causes of this kind.
  const say = causes[cause.kind] as (cause: RefinedCause) => CauseWords;
  return say(cause);
}

/** One sentence, for lists. */
export function causeSentence(text: Text, request: ListedRefusal): Html {
  const title = wordsOfCause(text, causeOf(request))?.title;
  if (title !== undefined) return prose(/[.?!]$/.test(title) ? title : `${title}.`);
  return prose(firstSentence(explainReason(text, request)?.words.means ?? request.reason));
}
