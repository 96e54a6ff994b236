/** POST /oauth/token: a code, a refresh token or a client's own credentials become tokens. */
import { type ClientCall, exchange } from '../grants/exchange.ts';
import { readForm } from '../http/form-body.ts';
import { JSON_TYPE } from '../http/json.ts';
import type { Reply, Request } from '../http/request.ts';
import { tokenAnswerBody } from '../protocol/token-answer.ts';
import type { World } from '../world.ts';
import { lacksUserAgent, refusalReply } from './client-answers.ts';

/** RFC 6749 §5.1: token answers are never stored on the way. Cache-Control comes with every JSON answer. */
const HEADERS = Object.freeze({ 'Content-Type': JSON_TYPE, Pragma: 'no-cache' });

export async function token(request: Request, world: World): Promise<Reply> {
  if (lacksUserAgent(world, request)) return refusalReply(world, request, { reason: 'user_agent_missing' });
  const form = readForm(request, world.settings);
  if (!form.ok) return refusalReply(world, request, form.refusal);
  const call: ClientCall = {
    authorization: request.headers.authorization,
    form: form.value,
    source: request.source,
  };
  const answer = await exchange(world, call);
  if (!answer.ok) return refusalReply(world, request, answer.refusal);
  return { status: 200, headers: HEADERS, body: tokenAnswerBody(answer.value) };
}
