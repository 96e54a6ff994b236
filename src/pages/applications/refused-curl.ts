/** A refused request as a command to send it again: what was kept of it, and a variable for every secret. */
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { type Fact, factIn, factsIn, isVerbatim } from '../../protocol/refusals/facts.ts';
import type { RefusedRequest } from '../../protocol/refusals/refused-request.ts';
import { shellString } from '../docs/snippets/quote.ts';

interface Sent {
  readonly clientId: string;
  readonly baseUrl: string;
  readonly request: RefusedRequest;
}

export function curlOf({ clientId, baseUrl, request }: Sent): string {
  const { endpoint, facts } = request;
  const address = shellString(`${baseUrl}${ENDPOINT_PATHS[endpoint]}`);
  if (endpoint === 'whoami') return `curl ${address} \\\n  -H "Authorization: Bearer $ACCESS_TOKEN"`;
  const scheme = factIn(facts, 'authorization') ?? '';
  const names = (factIn(facts, 'parameters') ?? '').split(' ').filter((name) => name !== '');
  const lines = [
    endpoint === 'authorize' ? `curl -G ${address}` : `curl ${address}`,
    ...(/^basic/i.test(scheme) ? [`-u ${shellString(clientId)}:"$CLIENT_SECRET"`] : []),
    ...names.map((name) => `--data-urlencode ${argument(name, sentValue(name, { clientId, request }))}`),
  ];
  return lines.join(' \\\n  ');
}

/** What an application itself sends; proxies and APIs call the other endpoints with what is theirs. */
export function isReplayable({ endpoint }: Pick<RefusedRequest, 'endpoint'>): boolean {
  return endpoint !== 'check' && endpoint !== 'revocations';
}

/** The parameters that the request had, in their order; without a value where it was a secret or was not kept. */
export function sentParameters({
  clientId,
  request,
}: Pick<Sent, 'clientId' | 'request'>): readonly (readonly [name: string, value: string | undefined])[] {
  if (request.endpoint === 'whoami') return [['access_token', undefined]];
  const { facts } = request;
  const names = (factIn(facts, 'parameters') ?? '').split(' ').filter((name) => name !== '');
  const isBasic = /^basic/i.test(factIn(facts, 'authorization') ?? '');
  // Whichever way a client proves who it is, the same two parameters do it too (RFC 6749 §2.3.1).
  const credentials = isBasic ? ['client_id', 'client_secret'].filter((name) => !names.includes(name)) : [];
  return [...names, ...credentials].map((name) => [name, sentValue(name, { clientId, request })]);
}

/** What is not known becomes a variable of the shell, named after the parameter. */
function argument(name: string, value: string | undefined): string {
  if (value !== undefined) return shellString(`${name}=${value}`);
  return `${shellString(`${name}=`)}"$${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}"`;
}

function sentValue(name: string, { clientId, request }: Pick<Sent, 'clientId' | 'request'>): string | undefined {
  if (name === 'client_id') return clientId;
  const told = factsIn(request.facts, 'sent').find((each) => each.startsWith(`${name}=`));
  if (told !== undefined && isVerbatim(told)) return told.slice(name.length + 1);
  if (name === 'grant_type') return factIn(request.facts, name) ?? grantOf(request.reason);
  if (name === 'response_type' && factIn(request.facts, name) === undefined) return 'code';
  return kept(request.facts, name);
}

/** Only facts that repeat what was sent. */
const REPEATED = ['redirect_uri', 'scope', 'response_type'];

function kept(facts: readonly Fact[], name: string): string | undefined {
  const value = REPEATED.includes(name) ? factIn(facts, name) : undefined;
  return value !== undefined && isVerbatim(value) ? value : undefined;
}

function grantOf(reason: string): string | undefined {
  if (reason.startsWith('code_')) return 'authorization_code';
  return reason.startsWith('refresh_token_') ? 'refresh_token' : undefined;
}
