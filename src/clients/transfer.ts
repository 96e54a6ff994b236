/** Gives an application to another account: offered by its owner, and nothing happens until the other side accepts. */
import { report } from '../events/report.ts';
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from '../keys/webhook-signature.ts';
import { OFFER_SECONDS } from '../protocol/clients/offer.ts';
import { type EventKind, NOWHERE, type Source } from '../protocol/event.ts';
import { nicknameKey } from '../protocol/people/account-rules.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { Sql } from '../storage/sql.ts';
import { countClientsOf } from '../storage/tables/clients/list.ts';
import {
  acceptOffer,
  endTransfer,
  findTransfer,
  listGiven,
  listOffers,
  type OfferedClient,
  putTransfer,
  type TransferRow,
} from '../storage/tables/clients/transfers.ts';
import { readEventsOfClientAndKind } from '../storage/tables/events/events.ts';
import { forgetSourcesOf } from '../storage/tables/events/sources.ts';
import { findAccount } from '../storage/tables/people/accounts.ts';
import { type HandedWebhook, handOverWebhooks } from '../storage/tables/webhooks/of-application.ts';
import { listWebhooks } from '../storage/tables/webhooks/webhooks.ts';
import { firstIdOf, type World } from '../world.ts';
import { type Actor, aboutClient, actOnClient, actOnOffered, type Judged } from './act.ts';
import { giveQuotaBack, MOST_CLIENTS, takeQuota } from './act-limits.ts';
import { asked, waitingAgain, waitingOf } from './approval.ts';
import { type Client, findClient } from './find.ts';
import { findRegistrar } from './registrar.ts';

const MOST_OFFERS = 50;
type TransferRefusal =
  /** Deleted, of another account, or no longer offered. */
  { readonly reason: 'unknown' } | { readonly reason: 'faulty'; readonly why: FieldFault };

/** The open offer of an application, for its owner. */
export function offerOf(world: World, client: Client): Promise<TransferRow | undefined> {
  return findTransfer(world.database, client.id, world.now() - OFFER_SECONDS);
}

/** What an account has been offered. */
export function offersTo(world: World, accountId: number): Promise<readonly OfferedClient[]> {
  const now = world.now();
  return listOffers(world.database, accountId, { since: now - OFFER_SECONDS, most: MOST_OFFERS, now });
}

export async function offerTransfer(
  world: World,
  { publicId, nickname }: { readonly publicId: string; readonly nickname: string },
  actor: Actor,
): Promise<Result<TransferRow, TransferRefusal>> {
  const outcome = await actOnClient(
    world,
    { publicId, actor },
    async (client): Promise<JudgedTransfer<TransferRow>> => {
      if (nickname.trim() === '') return faulty({ reason: 'transfer_nickname_missing' });
      const account = await findAccount(world.database, { nicknameKey: nicknameKey(nickname) });
      if (!account || account.deletedAt !== null || account.disabledAt !== null) {
        return faulty({ reason: 'transfer_account_unknown' });
      }
      if (account.id === client.ownerId) return faulty({ reason: 'transfer_to_owner' });
      const offer = { clientId: client.id, accountId: account.id, offeredAt: world.now() };
      return {
        batch: [
          putTransfer(offer),
          report(world, actor.source, 'application.transfer_offered', aboutClient(client, actor, `to ${account.id}`)),
        ],
        done: () => accept({ ...offer, nickname: account.nickname }),
      };
    },
  );
  return outcome ?? refuse({ reason: 'unknown' });
}

/** What became of an offer by the time it is withdrawn: with this, or, in the words of the last two, by its receiver. */
type Withdrawal = 'withdrawn' | 'declined' | 'accepted';

/** Succeeds also when there is no offer any more. Undefined where the application is not this actor's to manage. */
export async function withdrawTransfer(world: World, publicId: string, actor: Actor): Promise<Withdrawal | undefined> {
  return await actOnClient(world, { publicId, actor }, async (client): Promise<Judged<Withdrawal>> => {
    const offer = await offerOf(world, client);
    if (!offer) return { answer: await endOfOffer(world, client) };
    const told = report(world, actor.source, 'application.transfer_withdrawn', aboutClient(client, actor));
    return { batch: [endTransfer(offer), told], done: () => 'withdrawn' };
  });
}

/** How the last offer ended that was open lately, by the newest event; withdrawn if by none. */
async function endOfOffer(world: World, { id: clientId }: Client): Promise<Withdrawal> {
  const from = firstIdOf(world.now() - OFFER_SECONDS);
  const newest = async (kind: EventKind) => {
    const [event] = await readEventsOfClientAndKind(world.database, { clientId, kind, from, most: 1 });
    return event?.id ?? 0;
  };
  const [withdrawn, declined, accepted] = await Promise.all([
    newest('application.transfer_withdrawn'),
    newest('application.transfer_declined'),
    newest('application.transferred'),
  ]);
  if (accepted > Math.max(withdrawn, declined)) return 'accepted';
  return declined > withdrawn ? 'declined' : 'withdrawn';
}

/** An application that an account gave to another; null for one that exists no more. */
export interface Given {
  readonly publicId: string;
  readonly name: string;
  readonly at: number;
  readonly to: { readonly id: number; readonly nickname: string } | null;
}

/** For how long the home page tells of it, and whoever still opens a page of the application. */
const TOLD_SECONDS = 7 * 86_400;
const FOUND_SECONDS = 30 * 86_400;
const MOST_TOLD = 10;

export async function givenLately(world: World, accountId: number): Promise<readonly Given[]> {
  const from = firstIdOf(world.now() - TOLD_SECONDS);
  const given = await listGiven(world.database, accountId, { clientId: null, from, most: MOST_TOLD });
  return await Promise.all(given.map((each) => withReceiver(world, each)));
}

/** Undefined where the account still has it, never had it, or gave it away long ago. */
export async function findGiven(world: World, accountId: number, publicId: string): Promise<Given | undefined> {
  const client = await findClient(publicId, world);
  const since = world.now() - FOUND_SECONDS;
  // Its own record says whether any events have to be looked at.
  if (!client || client.ownerId === accountId || (client.givenAt ?? 0) < since) return undefined;
  const from = firstIdOf(since);
  const [given] = await listGiven(world.database, accountId, { clientId: client.id, from, most: 1 });
  return given && (await withReceiver(world, given));
}

async function withReceiver(
  { database }: World,
  { detail, ...given }: Awaited<ReturnType<typeof listGiven>>[number],
): Promise<Given> {
  const id = Number(/^to (\d+)$/.exec(detail ?? '')?.[1] ?? 0);
  const account = await findAccount(database, { id });
  return { ...given, to: account && account.deletedAt === null ? { id, nickname: account.nickname } : null };
}

/** Users, tokens and secrets stay with the application. The former owner may still know the secrets. */
export async function acceptTransfer(
  world: World,
  publicId: string,
  actor: Actor,
): Promise<Result<Client, TransferRefusal>> {
  // What waits to be written would come after its sources were forgotten. Of what waits elsewhere no source is shown (sources.ts).
  await Promise.all([world.refusals.flush(), world.activity.flush()]);
  const outcome = await actOnOffered(world, publicId, async (client): Promise<JudgedTransfer<Client>> => {
    const offer = await offerTo(world, client, actor);
    if (!offer) return { answer: refuse({ reason: 'unknown' }) };
    const to = offer.accountId;
    if ((await countClientsOf(world.database, to)) >= MOST_CLIENTS) {
      return faulty({ reason: 'applications_many', most: MOST_CLIENTS });
    }
    const registrar = await findRegistrar(world, to);
    if (!registrar) return faulty({ reason: 'registration_forbidden' });
    const isWatched = world.settings.applicationApproval === 'changes' && !registrar.isAdmin;
    const isHeld = isWatched && client.waitingSince === null;
    const now = world.now();
    const webhooks = await webhooksWithoutSecrets(world, client.id);
    return {
      change: { kind: 'given', to, waiting: isWatched ? waitingAgain(world, client) : waitingOf(client) },
      batch: [
        // An application has one offer at most, so none of the former owner is left.
        acceptOffer(offer, webhooks.length),
        takeQuota(to, now),
        giveQuotaBack(client.ownerId, now),
        // The former owner's receivers must not go on hearing of it.
        ...handOverWebhooks(client.id, webhooks, now),
        ...forgetSourcesOf(client.id),
        ...acceptanceEvents(world, client, { to, source: actor.source }),
        ...(isHeld ? [asked(world, { id: client.id, ownerId: to }, actor, 'given')] : []),
        ...registrar.guards,
      ],
      done: () => accept(client),
    };
  });
  return outcome ?? refuse({ reason: 'unknown' });
}

/** An address may carry what its receiver takes for a password: where it led is all that is left of it. */
async function webhooksWithoutSecrets(world: World, clientId: number): Promise<readonly HandedWebhook[]> {
  const webhooks = await listWebhooks(world.database, clientId);
  return webhooks.map(({ id, updatedAt, url }) => ({
    id,
    updatedAt,
    url: new URL('/', url).href,
    secret: formatWebhookSecret(world.randomBytes(WEBHOOK_SECRET_BYTES)),
  }));
}

function acceptanceEvents(
  world: World,
  { id: clientId, ownerId: from }: Client,
  { to, source }: { readonly to: number; readonly source: Source },
): readonly Sql[] {
  return [
    // The former owner's event, without the address of the new owner.
    report(world, NOWHERE, 'application.transferred', { accountId: from, clientId, detail: `to ${to}` }),
    report(world, source, 'application.transfer_accepted', { accountId: to, clientId, detail: `from ${from}` }),
  ];
}

/** False where there is no offer any more, and this account did not decline it: it may have been accepted meanwhile. */
export async function declineTransfer(world: World, publicId: string, actor: Actor): Promise<boolean> {
  const outcome = await actOnOffered(world, publicId, async (client): Promise<Judged<boolean>> => {
    const offer = await offerTo(world, client, actor);
    if (!offer) return { answer: await hasDeclined(world, client, actor) };
    const about = { accountId: client.ownerId, clientId: client.id, detail: `by ${offer.accountId}` };
    const told = report(world, NOWHERE, 'application.transfer_declined', about);
    return { batch: [endTransfer(offer), told], done: () => true };
  });
  return outcome ?? false;
}

async function hasDeclined(world: World, client: Client, { id }: Actor): Promise<boolean> {
  if (client.ownerId === id || (await endOfOffer(world, client)) !== 'declined') return false;
  const from = firstIdOf(world.now() - OFFER_SECONDS);
  const sought = { clientId: client.id, kind: 'application.transfer_declined', from, most: 1 } as const;
  const [event] = await readEventsOfClientAndKind(world.database, sought);
  return event?.detail === `by ${id}`;
}

/** Only the account it was offered to may accept; an administrator may not. */
async function offerTo(world: World, client: Client, actor: Actor): Promise<TransferRow | undefined> {
  const offer = await offerOf(world, client);
  return offer?.accountId === actor.id ? offer : undefined;
}

type JudgedTransfer<T> = Judged<Result<T, TransferRefusal>>;

function faulty(why: FieldFault): JudgedTransfer<never> {
  return { answer: refuse({ reason: 'faulty', why }) };
}
