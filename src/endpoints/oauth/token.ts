/** POST /oauth/token: a code, a refresh token or a client's own credentials become tokens. */
import { unwritten } from '../../events/refusal-record.ts';
import { exchange } from '../../grants/exchange.ts';
import { tokenParameters } from '../../grants/registry.ts';
import { readForm } from '../../http/reading/form-body.ts';
import { JSON_TYPE } from '../../http/replying/replies.ts';
import type { Handler } from '../../http/route.ts';
import { claimedClient } from '../../protocol/refusals/facts-of-refusal.ts';
import { andThen } from '../../protocol/result.ts';
import { tokenAnswerBody } from '../../protocol/tokens/answers.ts';
import { lacksUserAgent } from './answers.ts';
import { callOf, refuseCall, sentOf } from './refused.ts';

/** RFC 6749 §5.1: token answers are never stored on the way. Cache-Control comes with every JSON answer. */
const HEADERS = Object.freeze({ 'Content-Type': JSON_TYPE, Pragma: 'no-cache' });

export const token: Handler = (request, world) => {
  const form = readForm(request, world.settings, tokenParameters);
  if (lacksUserAgent(world, request)) {
    return refuseCall(
      world,
      request,
      sentOf(request, 'token', form.ok ? form.value : undefined),
      unwritten({ reason: 'user_agent_missing' }),
    );
  }
  if (!form.ok) return refuseCall(world, request, sentOf(request, 'token'), unwritten(form.refusal));
  const call = callOf(request, 'token', form.value);
  return andThen(exchange(world, call), (answer) => {
    if (!answer.ok) return refuseCall(world, request, call, answer.refusal);
    const { value } = answer;
    const { activity } = value;
    return { status: 200, headers: HEADERS, body: tokenAnswerBody(value), client: claimedClient(call), activity };
  });
};
