/** POST /oauth/applications/:id/secrets and …/secrets/:secret/remove: a second secret, and the old one gone. */
import { addSecret, removeSecret, type SecretRefusal } from '../clients/secrets.ts';
import { leaveFor, readGuardedForm, requireConfirmed, type Visitor } from '../http/browser.ts';
import { pageReply, problemReply } from '../http/page.ts';
import type { Reply, Request } from '../http/request.ts';
import type { Door } from '../http/route.ts';
import { newSecretPage } from '../pages/application-secret.ts';
import { type Result, refuse } from '../protocol/result.ts';
import type { World } from '../world.ts';
import { type Management, requireManaged } from './managed-client.ts';

/** A reload sends the form again, and is then refused: there are two secrets already. */
export const submitSecret: Door = async (request, world) => {
  const managed = await requireDangerous(request, world);
  if (!managed.ok) return managed.refusal;
  const { visitor, client, actor } = managed.value;
  const answer = await addSecret(world, client.publicId, actor);
  if (!answer.ok) return refusalReply(visitor, answer.refusal);
  const { publicId: clientId, name, redirectUris } = client;
  const { secret } = answer.value;
  const page = { clientId, name, secret, redirectUris, baseUrl: world.settings.url, occasion: 'added' } as const;
  return pageReply(visitor, (shell) => newSecretPage(shell, page), { status: 201 });
};

export const submitSecretRemoval: Door = async (request, world) => {
  const managed = await requireDangerous(request, world);
  if (!managed.ok) return managed.refusal;
  const { visitor, client, actor, path } = managed.value;
  const secretId = Number(request.parameters.secret);
  if (!Number.isSafeInteger(secretId)) return problemReply(visitor, { status: 404 });
  const answer = await removeSecret(world, { publicId: client.publicId, secretId }, actor);
  return answer.ok ? leaveFor(visitor, `${path}?done=secret_removed`) : refusalReply(visitor, answer.refusal);
};

/** Secrets ask for the password again: a browser left open is not enough to take an application over. */
async function requireDangerous(request: Request, world: World): Promise<Result<Management, Reply>> {
  const managed = await requireManaged(request, world);
  if (!managed.ok) return managed;
  const { visitor, path } = managed.value;
  const form = readGuardedForm(visitor, 'page', path);
  if (!form.ok) return form;
  const confirmed = requireConfirmed(visitor, path);
  return confirmed.ok ? managed : refuse(confirmed.refusal);
}

function refusalReply(visitor: Visitor, refusal: SecretRefusal): Reply {
  if (refusal.reason === 'unknown') return problemReply(visitor, { status: 404 });
  return problemReply(visitor, { status: 400, about: 'request', reason: refusal.sentence });
}
