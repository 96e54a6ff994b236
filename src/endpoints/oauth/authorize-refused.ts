/** Notes an authorization request that was refused, for the owner of the application that sent it. */
import { findClient } from '../../clients/find.ts';
import { type Findings, type RefusalCause, recordRefusalLater } from '../../events/refusal-record.ts';
import { factsOfRegistered } from '../../grants/facts.ts';
import type { Visitor } from '../../http/browser/visitor.ts';
import type { UntrustedReason } from '../../protocol/authorize/request.ts';
import type { AuthorizationFault, FaultyParameter } from '../../protocol/authorize/terms.ts';
import type { Form } from '../../protocol/form.ts';
import type { Fact } from '../../protocol/refusals/facts.ts';
import { factsOfDoubled, factsOfMissing } from '../../protocol/refusals/facts-of-refusal.ts';
import { UNTRUSTED_ERROR } from '../../protocol/refusals/refused-request.ts';
import { formatScope } from '../../protocol/scope.ts';
import type { World } from '../../world.ts';
import { sentOf } from './refused.ts';

interface Sent {
  readonly visitor: Visitor;
  /** The parameters of the request, whatever its source. */
  readonly form: Form;
}

export function noteUntrusted(sent: Sent, reason: UntrustedReason): void {
  note(sent, { reason, error: UNTRUSTED_ERROR }, []);
}

/** Told to the client by redirect; the reason is the error itself, and its description says the rest. */
export function noteFault(sent: Sent, fault: AuthorizationFault): void {
  const { error, description, parameter, mustAsk } = fault;
  const facts = parameter === undefined ? [] : factsOfParameter(parameter, sent.form);
  const asking: readonly Fact[] = mustAsk === undefined ? [] : [['must_ask', mustAsk]];
  note(sent, { reason: error, error }, [
    ['detail', description],
    ...facts,
    ...asking,
    ...(fault.isInForeignFrame ? [['frame', 'foreign'] as const] : []),
  ]);
}

/** The commonest mistake of applications without a secret is no proof key at all, under no name or another one. */
function factsOfParameter(parameter: FaultyParameter, form: Form): readonly Fact[] {
  // An empty one counts as absent (RFC 6749 §3.1).
  return form.get(parameter) === undefined && parameter === 'code_challenge'
    ? factsOfMissing(parameter, form)
    : [['parameter', parameter]];
}

function note({ visitor, form }: Sent, because: RefusalCause, facts: readonly Fact[]): void {
  const { world, request, account } = visitor;
  world.metrics.countRefusal('authorize', because.reason);
  const call = { endpoint: 'authorize', isLimited: false, isProven: false };
  world.metrics.clients?.countRefused(form.get('client_id'), call);
  const look = async () => {
    const findings = await findingsOf(world, form, because, facts);
    // Whoever owns the application tries it out; everybody else, signed in or not, needs only to know its client_id.
    return findings && { ...findings, isAuthentic: findings.ownerId === account?.id };
  };
  recordRefusalLater(world, sentOf(request, 'authorize', form), because, { isAuthentic: false, look });
}

/** Undefined for an application that does not exist: it has no owner, and its sender was told on the page. */
async function findingsOf(
  world: World,
  form: Form,
  { reason, error }: RefusalCause,
  facts: readonly Fact[],
): Promise<(Omit<Findings, 'isAuthentic'> & { readonly ownerId: number }) | undefined> {
  const client = await findClient(form.get('client_id') ?? '', world);
  if (!client) return undefined;
  // A request that was not trusted proves nothing about who sent it, and its page carries no trace.
  const isProven = error !== UNTRUSTED_ERROR;
  return {
    clientId: client.id,
    ownerId: client.ownerId,
    isProven,
    facts: [...facts, ...factsOf(reason, form, client)],
  };
}

function factsOf(
  reason: string,
  form: Form,
  client: { readonly redirectUris: readonly string[]; readonly scope: readonly string[] },
): readonly Fact[] {
  const redirectUri = form.get('redirect_uri') ?? '';
  switch (reason) {
    case 'redirect_uri_unregistered':
      return [['redirect_uri', redirectUri], ...factsOfRegistered(redirectUri, client.redirectUris)];
    case 'redirect_uri_missing':
      return [...factsOfMissing('redirect_uri', form), ...factsOfRegistered('', client.redirectUris)];
    case 'redirect_uri_doubled':
      return [['doubled', 'redirect_uri']];
    case 'client_id_doubled':
      return [['doubled', 'client_id']];
    case 'invalid_scope':
      return [
        ['scope', form.get('scope') ?? ''],
        ['allowed', formatScope(client.scope)],
      ];
    case 'invalid_request':
      if (form.doubled !== undefined) return factsOfDoubled(form.doubled);
      return form.get('response_type') === undefined ? factsOfMissing('response_type', form) : [];
    case 'unsupported_response_type':
      return [['response_type', form.get('response_type') ?? '']];
    default:
      return [];
  }
}
