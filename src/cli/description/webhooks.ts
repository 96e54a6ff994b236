/** What becomes of webhooks, so that they are as a description says. They are known by application, address and groups. */
import { findClient, findOwnerOf } from '../../clients/find.ts';
import { webhookFaults } from '../../endpoints/api/webhooks/shapes.ts';
import { listAppliedWebhooks } from '../../storage/tables/webhooks/webhooks.ts';
import { draftWebhook, draftWebhookChange, draftWebhookDeletion, examineWebhook } from '../../webhooks/draft.ts';
import { keyOf, type Webhook, type WebhookScope, webhookOf, webhooksOf } from '../../webhooks/find.ts';
import { dropDeliveriesOf, freeSlot, mostOf } from '../../webhooks/manage.ts';
import type { World } from '../../world.ts';
import type { DescribedWebhook } from './form.ts';
import { ACTOR, type Found, MOST_PRUNED, type Step, tooManyToPrune } from './step.ts';

/** Webhooks of applications that the same description makes are planned behind those, and find their numbers here. */
type Made = ReadonlyMap<string, NonNullable<WebhookScope>>;

export async function planWebhooks(
  world: World,
  described: readonly DescribedWebhook[],
  { made, gone }: { readonly made: Made; readonly gone: ReadonlySet<string> },
): Promise<PlannedWebhooks> {
  const found: Found[] = [];
  const claimed = new Set<number>();
  /** Of each application, those that are there and those that are to come. */
  const places = new Map<number, { readonly slot: number }[]>();
  for (const wanted of described) {
    const scope = await scopeOf(world, wanted, made);
    if (scope === undefined || (wanted.application !== undefined && gone.has(wanted.application))) {
      found.push(faults(wanted, [`There is no application ${wanted.application}.`]));
      continue;
    }
    const known = await webhooksOf(world, scope);
    const taken = places.get(keyOf(scope)) ?? [...known];
    places.set(keyOf(scope), taken);
    const webhook = claim(wanted, { known, claimed, others: described });
    found.push(await planWebhook(world, wanted, { scope, webhook, taken }));
  }
  return { found, claimed };
}

interface PlannedWebhooks {
  readonly found: readonly Found[];
  /** The numbers of those that are described. */
  readonly claimed: ReadonlySet<number>;
}

interface Claiming {
  readonly known: readonly Webhook[];
  readonly claimed: Set<number>;
  readonly others: readonly DescribedWebhook[];
}

/** Of several with one address the one with these groups, else one that no other description is exactly about. */
function claim(wanted: DescribedWebhook, { known, claimed, others }: Claiming): Webhook | undefined {
  const free = known.filter(({ id, url }) => !claimed.has(id) && url === URL.parse(wanted.url)?.href);
  const isOfOther = (webhook: Webhook) =>
    others.some((other) => other.application === wanted.application && isAbout(other, webhook));
  const found = free.find((webhook) => isAbout(wanted, webhook)) ?? free.find((webhook) => !isOfOther(webhook));
  if (found) claimed.add(found.id);
  return found;
}

function isAbout({ url, groups }: DescribedWebhook, webhook: Webhook): boolean {
  return URL.parse(url)?.href === webhook.url && [...groups].sort().join() === [...webhook.groups].sort().join();
}

/** Undefined where there is no such application. */
async function scopeOf(world: World, { application }: DescribedWebhook, made: Made): Promise<WebhookScope | undefined> {
  if (application === undefined) return null;
  const client = made.get(application) ?? (await findClient(application, world));
  return client && { id: client.id, ownerId: client.ownerId };
}

interface Place {
  readonly scope: WebhookScope;
  /** The one that is there already. */
  readonly webhook: Webhook | undefined;
  readonly taken: { readonly slot: number }[];
}

async function planWebhook(world: World, wanted: DescribedWebhook, { scope, webhook, taken }: Place): Promise<Found> {
  const examined = await examineWebhook(world, scope, wanted);
  if (!examined.ok) {
    const words = webhookFaults(examined.refusal).map(({ pointer, detail }) => `${pointer}: ${detail}`);
    return faults(wanted, words);
  }
  const step = { kind: 'webhook', id: nameOf(wanted), secret: null } as const;
  const terms = { scope, examined: examined.value, appliedAt: world.now() };
  if (!webhook) {
    const slot = freeSlot(scope, taken);
    if (slot === undefined) return faults(wanted, [`There are ${mostOf(scope)} webhooks already, which is all.`]);
    taken.push({ slot });
    const { made, batch } = draftWebhook(world, { ...terms, slot }, ACTOR);
    return { ...step, does: 'create', fields: [], secret: made.secret, batch };
  }
  const isSame = ` ${webhook.groups.join(' ')} ` === examined.value.groups;
  if (isSame && webhook.appliedAt !== null) return null;
  const batch = draftWebhookChange(world, webhook, terms, ACTOR);
  return { ...step, does: isSame ? 'adopt' : 'change', fields: isSame ? [] : ['groups'], batch };
}

/**
 * Those of applications that are deleted, whoever made them. The deletion of the application ends them, so there is nothing to write;
 * they are told of, as what else is lost.
 */
export async function planWebhooksLost(world: World, gone: ReadonlySet<string>): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const application of gone) {
    const client = await findClient(application, world);
    const lost = client ? await webhooksOf(world, client) : [];
    for (const { url } of lost)
      steps.push({
        ...{ does: 'delete', kind: 'webhook', id: nameOf({ url, application }) },
        ...{ fields: [], secret: null, batch: [] },
      });
  }
  return steps;
}

/** Those that an earlier description took care of and this one does not name, but for those of deleted applications. */
export async function planWebhookRemovals(
  world: World,
  claimed: ReadonlySet<number>,
  gone: ReadonlySet<string>,
): Promise<readonly Found[]> {
  const rows = await listAppliedWebhooks(world.database, MOST_PRUNED + 1);
  if (rows.length > MOST_PRUNED) return [{ faults: [tooManyToPrune('webhooks')] }];
  const steps: Step[] = [];
  for (const row of rows) {
    const webhook = webhookOf(row);
    const owner = await ownerOf(world, webhook);
    if (claimed.has(webhook.id) || owner === undefined || (owner !== null && gone.has(owner.publicId))) continue;
    const id = nameOf({ url: webhook.url, ...(owner === null ? {} : { application: owner.publicId }) });
    const batch = draftWebhookDeletion(world, webhook, owner, ACTOR);
    const finish = (after: World) => dropDeliveriesOf(after, webhook.id);
    steps.push({ does: 'delete', kind: 'webhook', id, fields: [], secret: null, batch, finish });
  }
  return steps;
}

/** Null for one of the whole service, undefined where its application is gone. */
export async function ownerOf(
  world: World,
  { clientKey }: Webhook,
): Promise<(NonNullable<WebhookScope> & { readonly publicId: string }) | null | undefined> {
  if (clientKey === keyOf(null)) return null;
  const owner = await findOwnerOf(world, clientKey);
  return owner === null ? undefined : { id: clientKey, ownerId: owner.ownerId, publicId: owner.publicId };
}

function nameOf({ url, application }: Pick<DescribedWebhook, 'url' | 'application'>): string {
  return application === undefined ? url : `${url} of ${application}`;
}

function faults(wanted: DescribedWebhook, words: readonly string[]): { readonly faults: readonly string[] } {
  return { faults: words.map((said) => `webhook ${nameOf(wanted)}: ${said}`) };
}
