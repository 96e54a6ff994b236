/** `latchkey resources`: the APIs that tokens are for, as the operator registers, changes and deletes them. */
import { en } from '../pages/text/en.ts';
import { faultWords } from '../pages/text/texts.ts';
import { OVERLAP_NAMES, readOverlap } from '../protocol/clients/secret-overlap.ts';
import { OPERATOR_ACTS, type ResourceRefusal } from '../resources/act.ts';
import { applyConfigured } from '../resources/configure.ts';
import type { ResourceDetails } from '../resources/details.ts';
import { everyResource, findByIdentifier, type ManagedResource } from '../resources/find.ts';
import { changeDetails, createResource, deleteResource } from '../resources/manage.ts';
import { rotateResourceSecret, secretsOf } from '../resources/rotate.ts';
import type { World } from '../world.ts';
import { act, type Call, type Group } from './command-line.ts';
import { withWorld } from './open-world.ts';
import { listing } from './output/list.ts';

const IDENTIFIER = {
  says: 'Which one: the absolute URI that requests name it by.',
  value: 'U',
  required: true,
} as const;
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
  options: { identifier: IDENTIFIER, json: JSON_OPTION },
  run: (call) =>
    withResources(call, async (world) => {
      const { identifier, json } = call.options;
      const resource = await findByIdentifier(world, identifier);
      if (!resource) return call.fail(unknownWords(identifier));
      const secrets = (await secretsOf(world, resource)).map(({ suffix, createdAt, usedAt, expiresAt }) => ({
        ends_with: suffix,
        created_at: iso(createdAt),
        last_used_at: iso(usedAt),
        ends_at: iso(expiresAt),
      }));
      const facts = { ...factsOf(resource), secrets };
      if (json) call.print(JSON.stringify(facts));
      else for (const [name, value] of Object.entries(facts)) call.print(`${name.padEnd(14)} ${shown(value)}`);
      return 0;
    }),
});

const update = act({
  says: 'Changes the name, the scopes or the lifetime of an API; what is not named stays.',
  options: {
    identifier: IDENTIFIER,
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
    if (options.plain && options['no-plain']) return call.wrong('Give one of --plain and --no-plain.');
    const seconds = secondsOf(options.seconds);
    if (seconds === undefined) return call.wrong(`--seconds takes a whole number, not ${options.seconds}.`);
    return await withResources(call, async (world) => {
      const before = await findByIdentifier(world, options.identifier);
      if (!before) return call.fail(unknownWords(options.identifier));
      const details: ResourceDetails = {
        name: options.name ?? before.name,
        scopes: options.scope === undefined ? before.scope : namesIn(options.scope),
        seconds: options.seconds === undefined ? before.seconds : seconds,
        isPlain: options.plain || (before.isPlain && !options['no-plain']),
      };
      const changed = await changeDetails(world, { publicId: before.publicId, details }, OPERATOR_ACTS);
      if (!changed.ok) return call.fail(refusalWords(changed.refusal, options.identifier));
      const after = (await findByIdentifier(world, options.identifier)) ?? changed.value;
      call.print(options.json ? JSON.stringify(factsOf(after)) : `${after.name} (${after.identifier}) is changed.`);
      return 0;
    });
  },
});

const remove = act({
  says: 'Deletes an API; every token that is for it ends at once.',
  options: { identifier: IDENTIFIER, json: JSON_OPTION },
  run: (call) =>
    withResources(call, async (world) => {
      const { identifier, json } = call.options;
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
  options: {
    identifier: IDENTIFIER,
    overlap: {
      says: `How long the old secret works on: ${OVERLAP_NAMES.join(', ')}; day unless said otherwise.`,
      value: 'WORD',
    },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const { identifier, json } = call.options;
    const overlap = readOverlap(call.options.overlap ?? 'day');
    if (!overlap) return call.wrong(`--overlap takes one of ${OVERLAP_NAMES.join(', ')}, not ${call.options.overlap}.`);
    return await withResources(call, async (world) => {
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

/** What the configuration describes is there before anything is done, also where no service has run yet. */
function withResources(call: Pick<Call, 'settings'>, work: (world: World) => Promise<number>): Promise<number> {
  return withWorld(call.settings, async (world) => {
    await applyConfigured(world);
    return await work(world);
  });
}

function factsOf(resource: ManagedResource) {
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

function credentialsJson(
  { identifier, publicId }: ManagedResource,
  secret: string,
  endsAt: number | null = null,
): string {
  const before = endsAt === null ? {} : { previous_ends_at: iso(endsAt) };
  return JSON.stringify({ identifier, client_id: publicId, client_secret: secret, ...before });
}

function credentialsText({ name, identifier, publicId }: ManagedResource, secret: string, verb: string): string {
  const lines = [`${verb} ${name} (${identifier}).`, `client_id      ${publicId}`, `client_secret  ${secret}`];
  return [...lines, 'The secret is not shown again. The API asks POST /oauth/introspect with these.'].join('\n');
}

function refusalWords(refusal: ResourceRefusal, identifier: string): string {
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

function unknownWords(identifier: string): string {
  return `There is no resource ${identifier}.`;
}

function namesIn(scope: string): readonly string[] {
  return scope.split(' ').filter(Boolean);
}

/** Undefined for what is no number; null for none. */
function secondsOf(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '0') return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function iso(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
