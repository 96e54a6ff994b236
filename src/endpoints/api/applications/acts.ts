/** The operations of the management API on what an application has: its secrets, its tokens, its suspension. */
import { revokeEverything } from '../../../clients/ending.ts';
import { type Client, findClient, findManagedClient } from '../../../clients/find.ts';
import {
  type Added,
  addSecret,
  MOST_SECRETS,
  type Rotated,
  removeSecret,
  rotateSecret,
  type SecretRefusal,
  secretsOf,
} from '../../../clients/secrets.ts';
import { liftSuspension, suspendClient } from '../../../clients/suspension.ts';
import type { Creation } from '../../../limits/once.ts';
import { en } from '../../../pages/text/en.ts';
import { faultWords } from '../../../pages/text/texts.ts';
import { integer, list, moment, named, nullable, object, oneOf, text } from '../../../protocol/api/shape.ts';
import { OVERLAP_NAMES } from '../../../protocol/clients/secret-overlap.ts';
import { examineReason } from '../../../protocol/people/suspension.ts';
import { accept } from '../../../protocol/result.ts';
import { type Operation, type Outcome, operation } from '../operation.ts';
import { CLIENT_ID, iso } from '../parts.ts';
import { invalid, problem } from '../replies.ts';
import { type OfOne, refusedUnknown } from './refused-unknown.ts';
import { SECRET, SECRET_ID, SECRET_MEMBERS, secretBody } from './secret-shapes.ts';
import { APPLICATION, applicationBody, applicationLocation, applicationTag } from './shapes.ts';

const ONE = { client_id: CLIENT_ID };
const ONE_SECRET = { ...ONE, secret_id: SECRET_ID };

const SECRET_WITH_VALUE = named(
  'SecretWithValue',
  object({
    ...SECRET_MEMBERS,
    client_secret: nullable(text({ says: 'Shown this once; null in a repeated answer.', most: 255 })),
    others_end_at: nullable(moment('When the secrets before it stop working; null where they stay.')),
  }),
);

const listSecrets = operation({
  id: 'listSecrets',
  method: 'GET',
  path: '/applications/{client_id}/secrets',
  tag: 'secrets',
  says: 'Lists the secrets of an application, never their values.',
  needs: 'own',
  parameters: ONE,
  answer: {
    status: 200,
    says: 'All that work now.',
    shape: object({ items: list('The oldest first.', SECRET, { most: MOST_SECRETS }) }),
  },
  async run({ world, caller, parameters }) {
    const client = await findManagedClient(parameters.client_id, caller.actor, world);
    if (!client) return problem('not-found');
    return accept({ body: { items: (await secretsOf(client, world)).map(secretBody) } });
  },
});

const readSecret = operation({
  id: 'readSecret',
  method: 'GET',
  path: '/applications/{client_id}/secrets/{secret_id}',
  tag: 'secrets',
  says: 'Reads one secret of an application, never its value.',
  needs: 'own',
  parameters: ONE_SECRET,
  answer: { status: 200, says: 'It works now.', shape: SECRET },
  async run({ world, caller, parameters }) {
    const client = await findManagedClient(parameters.client_id, caller.actor, world);
    const secret = client && (await secretsOf(client, world)).find(({ id }) => String(id) === parameters.secret_id);
    return secret ? accept({ body: secretBody(secret) }) : problem('not-found');
  },
});

const createSecret = operation({
  id: 'createSecret',
  method: 'POST',
  path: '/applications/{client_id}/secrets',
  tag: 'secrets',
  says: 'Makes a second secret beside the first and shows it, once.',
  needs: 'own',
  parameters: ONE,
  isRepeatable: true,
  limit: 'secrets',
  problems: ['conflict'],
  answer: { status: 201, says: 'It works from now on.', shape: SECRET_WITH_VALUE, hasLocation: true },
  async run(call) {
    const { world, caller, parameters, once } = call;
    const bodyOf = ({ row }: Added) => newSecretBody(row, null);
    const { once: key } = once<Added>((added) => created(added, bodyOf(added)));
    const made = await addSecret(world, parameters.client_id, caller.actor, key);
    if (!made.ok) return await refusedSecret(call, made.refusal);
    const { row, secret } = made.value;
    const location = secretLocation(parameters.client_id, row.id);
    return accept({ body: { ...bodyOf(made.value), client_secret: secret }, location });
  },
});

const rotateSecrets = operation({
  id: 'rotateSecrets',
  method: 'POST',
  path: '/applications/{client_id}/secrets/rotate',
  tag: 'secrets',
  says: 'Makes a new secret, shows it once, and ends those before it, now or after an overlap.',
  needs: 'own',
  parameters: ONE,
  body: object({ overlap: oneOf('How long the old secret goes on working.', OVERLAP_NAMES) }),
  isRepeatable: true,
  limit: 'secrets',
  problems: ['conflict'],
  answer: { status: 201, says: 'It works from now on.', shape: SECRET_WITH_VALUE, hasLocation: true },
  async run(call) {
    const { world, caller, parameters, body, once } = call;
    const publicId = parameters.client_id;
    const bodyOf = ({ row, endsAt }: Rotated) => newSecretBody(row, endsAt);
    const key = once<Rotated>((rotated) => created(rotated, bodyOf(rotated)));
    const made = await rotateSecret(world, { publicId, overlap: body.overlap, ...key }, caller.actor);
    if (!made.ok) return await refusedSecret(call, made.refusal);
    const location = secretLocation(publicId, made.value.row.id);
    return accept({ body: { ...bodyOf(made.value), client_secret: made.value.secret }, location });
  },
});

const deleteSecret = operation({
  id: 'deleteSecret',
  method: 'DELETE',
  path: '/applications/{client_id}/secrets/{secret_id}',
  tag: 'secrets',
  says: 'Removes a secret; it stops working at once. Succeeds also where it was removed before.',
  needs: 'own',
  parameters: ONE_SECRET,
  limit: 'secrets',
  problems: ['conflict'],
  answer: { status: 204, says: 'It does not work any more.', shape: null },
  async run(call) {
    const { world, caller, parameters } = call;
    const which = { publicId: parameters.client_id, secretId: Number(parameters.secret_id) };
    const done = await removeSecret(world, which, caller.actor);
    return done.ok ? accept({}) : await refusedSecret(call, done.refusal);
  },
});

function newSecretBody({ id, suffix, createdAt }: Added['row'], endsAt: number | null) {
  const others_end_at = endsAt === null ? null : iso(endsAt);
  return { id: String(id), suffix, created_at: iso(createdAt), client_secret: null, others_end_at };
}

function secretLocation(publicId: string, id: number): string {
  return `${applicationLocation(publicId)}/secrets/${id}`;
}

function created({ client, row }: Pick<Added, 'client' | 'row'>, body: unknown): Creation {
  const location = secretLocation(client.publicId, row.id);
  return { status: 201, location, answer: JSON.stringify(body), about: { clientId: client.id } };
}

async function refusedSecret(call: OfOne, { reason }: SecretRefusal): Promise<Outcome> {
  switch (reason) {
    case 'answered':
      return 'answered';
    case 'unknown':
      return await refusedUnknown(call);
    case 'secret_of_public':
      return problem('conflict', 'A public application has no secrets: change its type first.');
    case 'secrets_full':
      return problem('conflict', 'It has two secrets already: remove one, or rotate with the overlap "now".');
    case 'secret_last':
      return problem('conflict', 'It is the only secret that stays: rotate it instead.');
  }
}

const revokeApplication = operation({
  id: 'revokeApplicationAccess',
  method: 'POST',
  path: '/applications/{client_id}/revoke',
  tag: 'applications',
  says: 'Ends every access that the application was given, and its own tokens; the application stays.',
  needs: 'own',
  parameters: ONE,
  limit: 'secrets',
  answer: {
    status: 200,
    says: 'Nothing that was given before works any more.',
    shape: object({ accounts: integer('People whose access ended.', { least: 0, most: Number.MAX_SAFE_INTEGER }) }),
  },
  async run(call) {
    const revoked = await revokeEverything(call.world, call.parameters.client_id, call.caller.actor);
    return revoked ? accept({ body: { accounts: revoked.users } }) : await refusedUnknown(call);
  },
});

const suspendApplication = operation({
  id: 'suspendApplication',
  method: 'POST',
  path: '/applications/{client_id}/suspend',
  tag: 'applications',
  says: 'Suspends an application: its tokens are refused, and people who come from it read why.',
  needs: 'all',
  parameters: ONE,
  body: object({ reason: text({ says: 'One line that everybody may read.', least: 1, most: 300 }) }),
  problems: ['conflict'],
  answer: { status: 200, says: 'It is suspended.', shape: APPLICATION, hasTag: true },
  async run({ world, caller, parameters, body }) {
    const because = examineReason(body.reason);
    if (!because.ok) return invalid([{ pointer: '/reason', detail: faultWords(en, because.refusal) }]);
    const which = { publicId: parameters.client_id, because: because.value };
    const done = await suspendClient(world, which, caller.actor);
    if (!done.ok && done.refusal === 'already') return problem('conflict', 'It is suspended already.');
    return await shown(done.ok ? await findClient(parameters.client_id, world) : undefined);
  },
});

const resumeApplication = operation({
  id: 'resumeApplication',
  method: 'POST',
  path: '/applications/{client_id}/resume',
  tag: 'applications',
  says: 'Lifts the suspension of an application; what has not expired works again.',
  needs: 'all',
  parameters: ONE,
  problems: ['conflict'],
  answer: { status: 200, says: 'It works again.', shape: APPLICATION, hasTag: true },
  async run({ world, caller, parameters }) {
    const done = await liftSuspension(world, parameters.client_id, caller.actor);
    if (!done.ok && done.refusal === 'already') return problem('conflict', 'It is not suspended.');
    return await shown(done.ok ? await findClient(parameters.client_id, world) : undefined);
  },
});

async function shown(client: Client | undefined): Promise<Outcome> {
  return client ? accept({ body: applicationBody(client), tag: applicationTag(client) }) : problem('not-found');
}

export const APPLICATION_ACTS: readonly Operation[] = [
  revokeApplication,
  suspendApplication,
  resumeApplication,
  listSecrets,
  readSecret,
  createSecret,
  rotateSecrets,
  deleteSecret,
];
