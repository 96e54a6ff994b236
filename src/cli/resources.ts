/** `latchkey resources`: the APIs that tokens are for, as the operator registers, changes and deletes them. */
import { OVERLAP_NAMES, readOverlap } from '../protocol/clients/secret-overlap.ts';
import { OPERATOR_ACTS } from '../resources/act.ts';
import { applyConfigured } from '../resources/configure.ts';
import type { ResourceDetails } from '../resources/details.ts';
import { everyResource, findByIdentifier, type ManagedResource } from '../resources/find.ts';
import { changeDetails, createResource, deleteResource } from '../resources/manage.ts';
import { rotateResourceSecret, secretsOf } from '../resources/rotate.ts';
import type { World } from '../world.ts';
import { act, type Call, CHANGE_MISSING, type Group, namedOnce, namesAChange } from './command-line.ts';
import { withWorld } from './open-world.ts';
import { tellFacts } from './output/facts.ts';
import { listing } from './output/list.ts';
import { credentialsJson, credentialsText, factsOf, iso, refusalWords, unknownWords } from './resources/told.ts';

const IDENTIFIER = { says: 'The absolute URI that requests name it by.', value: 'U', required: true } as const;
const WHICH = { says: 'Which one, where it is not given as the first word.', value: 'U' } as const;
const WHICH_OPERAND = '[IDENTIFIER]';
const WHICH_MISSING = 'Say which API: IDENTIFIER is missing, or there are two of them.';
const SECONDS = {
  says: 'How long its access tokens live, in seconds; 0 for as long as those of the service.',
  value: 'N',
};
const JSON_OPTION = { says: 'Prints JSON.' };
const NO_JWT = 'JWT access tokens are not offered by this version: leave --jwt out, and tokens are opaque.';

const create = act({
  says: 'Registers an API that tokens are for, and prints its credentials, once.',
  options: {
    identifier: IDENTIFIER,
    name: { says: 'What people read on the consent page.', value: 'N', required: true },
    scope: { says: 'Its scopes, separated by spaces.', value: '"a b"', required: true },
    seconds: SECONDS,
    plain: { says: 'Also answers for tokens that name no resource and carry one of its scopes.' },
    jwt: { says: 'Not offered by this version: tokens are opaque.' },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const { options } = call;
    if (options.jwt) return call.wrong(NO_JWT);
    const seconds = secondsOf(options.seconds);
    if (seconds === undefined) return call.wrong(`--seconds takes a whole number, not ${options.seconds}.`);
    return await withResources(call, async (world) => {
      const details = { name: options.name, scopes: namesIn(options.scope), seconds, isPlain: options.plain };
      const made = await createResource(world, { identifier: options.identifier, details }, OPERATOR_ACTS);
      if (!made.ok) return call.fail(refusalWords(made.refusal, options.identifier));
      const { resource, secret } = made.value;
      call.print(options.json ? credentialsJson(resource, secret) : credentialsText(resource, secret, 'Registered'));
      return 0;
    });
  },
});

const list = act({
  says: 'Lists the APIs that tokens are for.',
  output: 'answer',
  options: { json: { says: 'Prints JSON, one API a line.' } },
  run: (call) =>
    withResources(call, async (world) => {
      const say = listing(call);
      for (const resource of await everyResource(world)) say(factsOf(resource));
      return 0;
    }),
});

const show = act({
  says: 'Shows one API, and which of its secrets work.',
  output: 'answer',
  operands: [WHICH_OPERAND],
  options: { identifier: WHICH, json: JSON_OPTION },
  run: (call) =>
    withNamed(call, async (world, identifier) => {
      const resource = await findByIdentifier(world, identifier);
      if (!resource) return call.fail(unknownWords(identifier));
      const secrets = (await secretsOf(world, resource)).map(({ suffix, createdAt, usedAt, expiresAt }) => ({
        ends_with: suffix,
        created_at: iso(createdAt),
        last_used_at: iso(usedAt),
        ends_at: iso(expiresAt),
      }));
      return tellFacts(call, { ...factsOf(resource), secrets });
    }),
});

const update = act({
  says: 'Changes the name, the scopes or the lifetime of an API; what is not named stays.',
  operands: [WHICH_OPERAND],
  options: {
    identifier: WHICH,
    name: { says: 'What people read on the consent page.', value: 'N' },
    scope: { says: 'Its scopes, separated by spaces.', value: '"a b"' },
    seconds: SECONDS,
    plain: { says: 'Also answers for tokens that name no resource and carry one of its scopes.' },
    'no-plain': { says: 'Answers only for tokens that are for it.' },
    jwt: { says: 'Not offered by this version: tokens are opaque.' },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const { options } = call;
    if (options.jwt) return call.wrong(NO_JWT);
    if (!namesAChange(options)) return call.wrong(CHANGE_MISSING);
    if (options.plain && options['no-plain']) return call.wrong('Give one of --plain and --no-plain.');
    const seconds = secondsOf(options.seconds);
    if (seconds === undefined) return call.wrong(`--seconds takes a whole number, not ${options.seconds}.`);
    return await withNamed(call, async (world, identifier) => {
      const before = await findByIdentifier(world, identifier);
      if (!before) return call.fail(unknownWords(identifier));
      // Made of the API as it is when it is written: what another command changes at the same moment stays.
      const details = (now: ManagedResource): ResourceDetails => ({
        name: options.name ?? now.name,
        scopes: options.scope === undefined ? now.scope : namesIn(options.scope),
        seconds: options.seconds === undefined ? now.seconds : seconds,
        isPlain: options.plain || (now.isPlain && !options['no-plain']),
      });
      const changed = await changeDetails(world, { publicId: before.publicId, details }, OPERATOR_ACTS);
      if (!changed.ok) return call.fail(refusalWords(changed.refusal, identifier));
      const after = (await findByIdentifier(world, identifier)) ?? changed.value;
      call.print(options.json ? JSON.stringify(factsOf(after)) : `${after.name} (${after.identifier}) is changed.`);
      return 0;
    });
  },
});

const remove = act({
  says: 'Deletes an API; every token that is for it ends at once.',
  operands: [WHICH_OPERAND],
  options: { identifier: WHICH, json: JSON_OPTION },
  run: (call) =>
    withNamed(call, async (world, identifier) => {
      const { json } = call.options;
      const resource = await findByIdentifier(world, identifier);
      if (!resource) return call.fail(unknownWords(identifier));
      const deleted = await deleteResource(world, resource.publicId, OPERATOR_ACTS);
      if (!deleted.ok) return call.fail(refusalWords(deleted.refusal, identifier));
      const said = `${resource.name} (${identifier}) is deleted, and every token for it has ended.`;
      call.print(json ? JSON.stringify({ identifier: resource.identifier, deleted: true }) : said);
      return 0;
    }),
});

const rotate = act({
  says: 'Makes a new secret for an API and prints it, once; the old one goes on working for a while.',
  operands: [WHICH_OPERAND],
  options: {
    identifier: WHICH,
    overlap: {
      says: `How long the old secret works on: ${OVERLAP_NAMES.join(', ')}; day unless said otherwise.`,
      value: 'WORD',
    },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const { json } = call.options;
    const overlap = readOverlap(call.options.overlap ?? 'day');
    if (!overlap) return call.wrong(`--overlap takes one of ${OVERLAP_NAMES.join(', ')}, not ${call.options.overlap}.`);
    return await withNamed(call, async (world, identifier) => {
      const resource = await findByIdentifier(world, identifier);
      if (!resource) return call.fail(unknownWords(identifier));
      const rotated = await rotateResourceSecret(world, { publicId: resource.publicId, overlap }, OPERATOR_ACTS);
      if (!rotated.ok) return call.fail(refusalWords(rotated.refusal, identifier));
      const { secret, endsAt } = rotated.value;
      const text = credentialsText(resource, secret, 'A new secret for');
      const before = endsAt === null ? '' : `\nThe secrets before it work until ${iso(endsAt)}.`;
      call.print(json ? credentialsJson(resource, secret, endsAt) : text + before);
      return 0;
    });
  },
});

export const command: Group = {
  says: 'Registers, lists, changes and deletes APIs that tokens are for.',
  acts: { create, list, show, update, delete: remove, rotate },
};

interface Naming extends Pick<Call, 'settings' | 'operands' | 'wrong'> {
  readonly options: { readonly identifier: string | undefined };
}

async function withNamed(call: Naming, work: (world: World, identifier: string) => Promise<number>): Promise<number> {
  const identifier = namedOnce(call.operands[0], call.options.identifier);
  if (identifier === undefined) return call.wrong(WHICH_MISSING);
  return await withResources(call, (world) => work(world, identifier));
}

/** What the configuration describes is there before anything is done, also where no service has run yet. */
function withResources(call: Pick<Call, 'settings'>, work: (world: World) => Promise<number>): Promise<number> {
  return withWorld(call.settings, async (world) => {
    await applyConfigured(world);
    return await work(world);
  });
}

function namesIn(scope: string): readonly string[] {
  return scope.split(' ').filter(Boolean);
}

/** Undefined for what is no number; null for none. */
function secondsOf(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '0') return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
