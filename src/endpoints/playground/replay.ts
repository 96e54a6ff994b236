/** Sends a refused request again: filled in with what was kept of it, with the secrets that its owner types. */
import { findRequest } from '../../clients/requests.ts';
import { isReplayable, sentParameters } from '../../pages/applications/refused-curl.ts';
import type { ReplayField } from '../../pages/playground/replay.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { type Exchange, formBody, type Pair } from '../../protocol/playground/wire.ts';
import type { RefusedRequest } from '../../protocol/refusals/refused-request.ts';
import { SECRET_PARAMETERS } from '../../protocol/secret-parameters.ts';
import { askAgain } from './request.ts';
import type { PlaygroundContext } from './stage.ts';

export interface Replayed {
  readonly request: RefusedRequest;
  readonly fields: readonly ReplayField[];
}

/** Undefined for a request of another application, or one that is no longer known. */
export async function findReplay(stage: PlaygroundContext, traceId: string): Promise<Replayed | undefined> {
  const { visitor, client } = stage;
  const found = await findRequest(visitor.world, traceId, visitor.account);
  if (found?.client?.id !== client.id) return undefined;
  const { request } = found;
  if (!isReplayable(request)) return undefined;
  const fields = sentParameters({ clientId: client.publicId, request }).map(([name, value]) => ({
    name,
    value: value ?? null,
    isSecret: isSecret(name),
  }));
  return { request, fields };
}

/** Where the browser goes with an authorization request; null for any other one. */
export function addressOfReplay({ request }: Replayed, typed: readonly Pair[]): string | null {
  return request.endpoint === 'authorize' ? `${ENDPOINT_PATHS.authorize}?${formBody(typed)}` : null;
}

/** The answer to what was typed. Both are shown without the secrets in them. */
export async function sendReplay(
  stage: PlaygroundContext,
  { request }: Replayed,
  typed: readonly Pair[],
): Promise<Exchange> {
  const path = ENDPOINT_PATHS[request.endpoint];
  const exchange = await askAgain(stage, path, { method: isRead(request) ? 'GET' : 'POST', fields: typed });
  const { answer } = exchange;
  return {
    ...exchange,
    answer: { ...answer, body: answer.body.replace(TOKENS, `$1"${HIDDEN}"`) },
    request: {
      ...exchange.request,
      headers: exchange.request.headers.map(([name, value]) => [name, name === 'Authorization' ? HIDDEN : value]),
      fields: exchange.request.fields.map(([name, value]) => [name, isSecret(name) ? HIDDEN : value]),
    },
  };
}

const HIDDEN = '••••';
/** What an answer of the token endpoint gives; whoever sends the request again wants to see whether it works. */
const TOKENS = /("(?:access|refresh)_token":)"[^"]*"/g;

function isRead({ endpoint }: RefusedRequest): boolean {
  return endpoint === 'whoami';
}

function isSecret(name: string): boolean {
  return SECRET_PARAMETERS.some((secret) => secret === name.toLowerCase());
}
