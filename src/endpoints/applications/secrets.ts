/** POST …/secrets, …/secrets/rotate and …/secrets/:secret/remove: secrets are added, replaced and removed. */
import type { Client } from '../../clients/find.ts';
import { addSecret, removeSecret, rotateSecret, type SecretRefusal } from '../../clients/secrets.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import type { Once } from '../../limits/once.ts';
import { type NewSecretView, newSecretPage } from '../../pages/applications/new-secret.ts';
import { readOverlap } from '../../protocol/clients/secret-overlap.ts';
import type { World } from '../../world.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { repeatedReply, sentOnce } from '../sent-once.ts';
import type { ManagedClient } from './managed.ts';

export const submitSecret: Handler<Confirmed<Posted<ManagedClient>>> = async (_request, world, managed) => {
  const { client, actor } = managed;
  const answer = await addSecret(world, client.publicId, actor, onceOf(managed));
  if (!answer.ok) return await refusalReply(managed, answer.refusal);
  return secretReply(world, managed, {
    secret: answer.value.secret,
    occasion: answer.value.isFirst ? 'first' : 'added',
  });
};

export const submitRotation: Handler<Confirmed<Posted<ManagedClient>>> = async (_request, world, managed) => {
  const { visitor, client, actor, form } = managed;
  const overlap = readOverlap(form.get('overlap'));
  if (!overlap) return problemReply(visitor, { status: 400, about: 'request', reason: 'form_unreadable' });
  const answer = await rotateSecret(world, { publicId: client.publicId, overlap, once: onceOf(managed) }, actor);
  if (!answer.ok) return await refusalReply(managed, answer.refusal);
  const { secret, endsAt: oldEndsAt, oldCount } = answer.value;
  return secretReply(world, managed, { secret, occasion: 'rotated', ...(oldCount > 0 && { oldEndsAt, oldCount }) });
};

export const submitSecretRemoval: Handler<Confirmed<Posted<ManagedClient>>> = async (request, world, managed) => {
  const { visitor, client, actor, path } = managed;
  const secretId = Number(request.parameters.secret);
  if (!Number.isSafeInteger(secretId)) return problemReply(visitor, { status: 404 });
  const answer = await removeSecret(world, { publicId: client.publicId, secretId }, actor);
  if (!answer.ok) return await refusalReply(managed, answer.refusal);
  return leaveFor(visitor, `${path}/credentials?done=secret_removed`);
};

/** The secret is in this very answer and nowhere else. */
function secretReply(
  world: World,
  { visitor, client }: { readonly visitor: ManagedClient['visitor']; readonly client: Client },
  shown: Pick<NewSecretView, 'secret' | 'occasion' | 'oldEndsAt' | 'oldCount'>,
): Reply {
  const { publicId: clientId, name, kind, redirectUris, homepageUrl, policyUrl, termsUrl } = client;
  const own = { clientId, name, kind, redirectUris, homepageUrl, policyUrl, termsUrl };
  const page = { ...own, baseUrl: world.settings.url, ...shown };
  return pageReply(visitor, (context) => newSecretPage(context, page), { status: 201 });
}

function onceOf(managed: Posted<ManagedClient>): Once<unknown> {
  const { client, path } = managed;
  return sentOnce(managed, () => ({
    location: `${path}/credentials?done=secret_shown`,
    about: { clientId: client.id },
  }));
}

async function refusalReply(managed: Posted<ManagedClient>, { reason }: SecretRefusal): Promise<Reply> {
  const { visitor, path } = managed;
  if (reason === 'answered') return await repeatedReply(managed);
  if (reason === 'unknown') return problemReply(visitor, { status: 404 });
  return problemReply(visitor, { status: 409, reason, backPath: `${path}/credentials`, backTo: 'credentials' });
}
