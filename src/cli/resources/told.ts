/** How `latchkey resources` tells what an API is, its credentials, and why something was refused. */
import { en } from '../../pages/text/en.ts';
import { faultWords } from '../../pages/text/texts.ts';
import type { ResourceRefusal } from '../../resources/act.ts';
import type { ManagedResource } from '../../resources/find.ts';

export function factsOf(resource: ManagedResource) {
  return {
    identifier: resource.identifier,
    client_id: resource.publicId,
    name: resource.name,
    scope: resource.scope.join(' '),
    seconds: resource.seconds,
    plain: resource.isPlain,
    configured: resource.isConfigured,
    created_at: iso(resource.createdAt),
  };
}

export function credentialsJson(
  { identifier, publicId }: ManagedResource,
  secret: string,
  endsAt: number | null = null,
): string {
  const before = endsAt === null ? {} : { previous_ends_at: iso(endsAt) };
  return JSON.stringify({ identifier, client_id: publicId, client_secret: secret, ...before });
}

export function credentialsText({ name, identifier, publicId }: ManagedResource, secret: string, verb: string): string {
  const lines = [`${verb} ${name} (${identifier}).`, `client_id      ${publicId}`, `client_secret  ${secret}`];
  return [...lines, 'The secret is not shown again. The API asks POST /oauth/introspect with these.'].join('\n');
}

export function refusalWords(refusal: ResourceRefusal, identifier: string): string {
  switch (refusal.reason) {
    case 'faulty':
      return refusal.faults.map(({ why }) => faultWords(en, why)).join(' ');
    case 'unknown':
    case 'stale':
    case 'answered':
    case 'powerless':
      return unknownWords(identifier);
    case 'resource_configured':
      return `${identifier} is described by LATCHKEY_RESOURCES: change it there.`;
    case 'resource_secrets_full':
      return `${identifier} has two secrets that work: wait until the older one ends, or rotate with --overlap now.`;
  }
}

export function unknownWords(identifier: string): string {
  return `There is no resource ${identifier}.`;
}

export function iso(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
