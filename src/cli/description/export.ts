/** `latchkey export`: writes applications, resources, webhooks and scopes as a description that `latchkey apply` takes. */
import { stringify } from 'yaml';
import { nameOf } from '../../accounts/people.ts';
import { type Client, listWholeClients } from '../../clients/find.ts';
import { everyResource, type ManagedResource } from '../../resources/find.ts';
import { everyWebhook } from '../../webhooks/find.ts';
import type { World } from '../../world.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import {
  type DescribedApplication,
  type DescribedResource,
  type DescribedScope,
  type DescribedWebhook,
  type Description,
  splittingWords,
} from './form.ts';
import { ownerOf } from './webhooks.ts';

const PAGE = 100;

/** Texts in quotation marks, since readers of YAML 1.1 take a plain `yes`, `1_000`, `12:30` or `2026-01-01` for something else. */
const YAML = {
  lineWidth: 0,
  defaultKeyType: 'PLAIN',
  defaultStringType: 'QUOTE_DOUBLE',
  doubleQuotedAsJSON: true,
} as const;

export const command = act({
  says: 'Writes applications, resources, webhooks and scopes as a file for apply; secrets are never in it.',
  output: 'answer',
  options: {
    applied: { says: 'Only what apply takes care of.' },
    json: { says: 'Writes JSON in place of YAML.' },
  },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const { applied, json } = call.options;
      const all = await Array.fromAsync(everyWhole(world));
      const clients = all.filter(({ appliedAt }) => !applied || appliedAt !== null);
      const resources = (await everyResource(world)).filter(
        ({ isConfigured, appliedAt }) => !isConfigured && (!applied || appliedAt !== null),
      );
      const description: Description = {
        latchkey: 1,
        scopes: scopesOf(world),
        applications: await Array.fromAsync(clients.reverse(), (client) => applicationOf(world, client)),
        resources: resources.map(resourceOf),
        webhooks: await Array.fromAsync(everyDescribed(world, applied)),
      };
      const written = json ? JSON.stringify(description) : stringify(description, YAML).trimEnd();
      call.print(written);
      const advice = splittingWords(description, written);
      if (advice !== undefined) call.tell(advice);
      return 0;
    }),
});

async function* everyWhole(world: World): AsyncGenerator<Client> {
  let below: number | undefined;
  do {
    const page = await listWholeClients(world, null, { below, most: PAGE });
    yield* page;
    below = page.length < PAGE ? undefined : page.at(-1)?.id;
  } while (below !== undefined);
}

async function applicationOf(world: World, client: Client): Promise<DescribedApplication> {
  return {
    client_id: client.publicId,
    owner: await nameOf(world, { id: client.ownerId, nickname: client.ownerNickname }),
    name: client.name,
    description: client.description,
    homepage_url: client.homepageUrl,
    logo_url: client.logoUrl,
    policy_url: client.policyUrl,
    terms_url: client.termsUrl,
    type: client.kind,
    redirect_uris: client.redirectUris,
    scopes: client.scope,
    required_scopes: client.requiredScope,
    send_iss: client.sendsIss,
    approved: client.waitingSince === null,
    verified: client.isVerified,
    first_party: client.isFirstParty,
    ...(Object.keys(client.limits).length === 0 ? {} : { limits: client.limits }),
  };
}

/** In the order of their numbers, without secrets; not those of applications that are gone, and of two alike one. */
async function* everyDescribed(world: World, isApplied: boolean): AsyncGenerator<DescribedWebhook> {
  const told = new Set<string>();
  for await (const webhook of everyWebhook(world)) {
    const owner = await ownerOf(world, webhook);
    if (owner === undefined || (isApplied && webhook.appliedAt === null)) continue;
    const { url, groups } = webhook;
    const key = JSON.stringify([webhook.clientKey, url, [...groups].sort()]);
    if (told.has(key)) continue;
    told.add(key);
    yield { url, groups, ...(owner === null ? {} : { application: owner.publicId }) };
  }
}

function resourceOf({ identifier, name, scope, seconds, isPlain }: ManagedResource): DescribedResource {
  return { identifier, name, scopes: scope, seconds, plain: isPlain };
}

function scopesOf({ settings }: World): readonly DescribedScope[] {
  return Object.entries(settings.scopes).map(([name, { description, default: isDefault, group, access }]) => ({
    name,
    description,
    default: isDefault,
    ...(group === undefined ? {} : { group }),
    ...(access === undefined ? {} : { access }),
  }));
}
