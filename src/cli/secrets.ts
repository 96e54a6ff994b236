/** `latchkey secrets`: the secrets of an application, as its owner manages them on its pages. */
import { OPERATOR } from '../clients/act.ts';
import { findClient } from '../clients/find.ts';
import { removeSecret, rotateSecret, type SecretRefusal, secretsOf } from '../clients/secrets.ts';
import { OVERLAP_NAMES, readOverlap } from '../protocol/clients/secret-overlap.ts';
import { namedClient, WHICH, WHICH_MISSING, WHICH_OPERAND } from './applications/which.ts';
import { act, type Group } from './command-line.ts';
import { withWorld } from './open-world.ts';
import { answer, iso, JSON_OPTION } from './output/answer.ts';
import { listing } from './output/list.ts';

const list = act({
  says: 'Lists the secrets of an application by their last characters.',
  output: 'answer',
  operands: [WHICH_OPERAND],
  options: { 'client-id': WHICH, json: { says: 'Prints JSON, one secret a line.' } },
  run: async (call) => {
    const publicId = namedClient(call);
    if (publicId === undefined) return call.wrong(WHICH_MISSING);
    return await withWorld(call.settings, async (world) => {
      const client = await findClient(publicId, world);
      if (!client) return call.fail(`There is no application ${publicId}.`);
      const say = listing(call);
      for (const { id, suffix, createdAt, usedAt, expiresAt, addedBy } of await secretsOf(client, world)) {
        const times = { created_at: iso(createdAt), last_used_at: iso(usedAt), expires_at: iso(expiresAt) };
        say({ id, ends_in: suffix, ...times, added_by: addedBy });
      }
      return 0;
    });
  },
});

const rotate = act({
  says: 'Makes a new secret and prints it, once; those before it stop now, or after an overlap.',
  operands: [WHICH_OPERAND],
  options: {
    'client-id': WHICH,
    overlap: {
      says: `How long the old one goes on working: ${OVERLAP_NAMES.join(', ')}; day unless told.`,
      value: 'O',
    },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const publicId = namedClient(call);
    if (publicId === undefined) return call.wrong(WHICH_MISSING);
    const overlap = readOverlap(call.options.overlap ?? 'day');
    if (!overlap) return call.wrong(`--overlap must be one of ${OVERLAP_NAMES.join(', ')}.`);
    return await withWorld(call.settings, async (world) => {
      const done = await rotateSecret(world, { publicId, overlap }, OPERATOR);
      if (!done.ok) return call.fail(refusalWords(done.refusal, publicId));
      const { secret, endsAt } = done.value;
      const said = [
        `client_secret  ${secret}`,
        `The secret is not shown again. The one before it works until ${iso(endsAt)}.`,
      ];
      const facts = { client_id: publicId, client_secret: secret, previous_until: iso(endsAt) };
      return answer(call, said.join('\n'), facts);
    });
  },
});

const remove = act({
  says: 'Removes one secret at once; one has to be left.',
  operands: [WHICH_OPERAND],
  options: {
    'client-id': WHICH,
    secret: { says: 'Its number, as latchkey secrets list prints it.', value: 'ID', required: true },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const publicId = namedClient(call);
    if (publicId === undefined) return call.wrong(WHICH_MISSING);
    const { secret } = call.options;
    if (!/^\d{1,16}$/.test(secret)) return call.wrong('--secret must be a number that latchkey secrets list prints.');
    return await withWorld(call.settings, async (world) => {
      const client = await findClient(publicId, world);
      const known = client && (await secretsOf(client, world)).find(({ id }) => id === Number(secret));
      if (client && !known) return call.fail(`${publicId} has no secret ${secret}.`);
      const done = await removeSecret(world, { publicId, secretId: Number(secret) }, OPERATOR);
      if (!done.ok) return call.fail(refusalWords(done.refusal, publicId));
      return answer(call, `The secret ${secret} is removed.`, { client_id: publicId, removed: Number(secret) });
    });
  },
});

export const command: Group = {
  says: 'Lists, rotates and removes the secrets of an application.',
  acts: { list, rotate, remove },
};

function refusalWords({ reason }: SecretRefusal, publicId: string): string {
  switch (reason) {
    case 'unknown':
    case 'answered':
      return `There is no application ${publicId}.`;
    case 'secret_of_public':
      return `${publicId} is public and has no secret.`;
    case 'secrets_full':
      return `${publicId} has two secrets already: remove one, or rotate with --overlap now.`;
    case 'secret_last':
      return `It is the only secret of ${publicId} that stays: rotate it instead.`;
  }
}
