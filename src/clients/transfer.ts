/** Gives an application to another account: offered by its owner, and nothing happens until the other side accepts. */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import { nicknameKey } from '../protocol/people/account-rules.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import { countClientsOf, giveClient } from '../storage/tables/clients/clients.ts';
import {
  endTransfer,
  findTransfer,
  listOffers,
  type OfferedClient,
  putTransfer,
  type TransferRow,
} from '../storage/tables/clients/transfers.ts';
import { findAccount } from '../storage/tables/people/accounts.ts';
import type { World } from '../world.ts';
import { giveQuotaBack, MOST_CLIENTS, takeQuota } from './act-limits.ts';
import { type Actor, aboutClient } from './actor.ts';
import { type Client, findClient, findManagedClient } from './find.ts';

/** An offer expires after this time. */
export const OFFER_SECONDS = 14 * 86_400;
const MOST_OFFERS = 50;
const NOWHERE: Source = { address: null, userAgent: null };

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
  const client = await findManagedClient(publicId, actor, world);
  if (!client) return refuse({ reason: 'unknown' });
  if (nickname.trim() === '') return faulty({ reason: 'transfer_nickname_missing' });
  const account = await findAccount(world.database, { nicknameKey: nicknameKey(nickname) });
  if (!account || account.deletedAt !== null || account.disabledAt !== null) {
    return faulty({ reason: 'transfer_account_unknown' });
  }
  if (account.id === client.ownerId) return faulty({ reason: 'transfer_to_owner' });
  return await attempt(async () => {
    const offer = { clientId: client.id, accountId: account.id, offeredAt: world.now() };
    const written = await world.database.write([
      putTransfer(offer),
      report(world, actor.source, 'application.transfer_offered', aboutClient(client, actor, `to ${account.id}`)),
    ]);
    return written ? accept({ ...offer, nickname: account.nickname }) : stale;
  });
}

/** Succeeds also when there is no offer any more. */
export async function withdrawTransfer(world: World, publicId: string, actor: Actor): Promise<boolean> {
  return await attempt(async () => {
    const client = await findManagedClient(publicId, actor, world);
    if (!client) return false;
    const offer = await offerOf(world, client);
    if (!offer) return true;
    const written = await world.database.write([
      endTransfer(offer),
      report(world, actor.source, 'application.transfer_withdrawn', aboutClient(client, actor)),
    ]);
    return written === null ? stale : true;
  });
}

/** Users, tokens and secrets stay with the application. The former owner may still know the secrets. */
export async function acceptTransfer(
  world: World,
  publicId: string,
  actor: Actor,
): Promise<Result<Client, TransferRefusal>> {
  return await attempt<Result<Client, TransferRefusal>>(async () => {
    const offered = await findOffered(world, publicId, actor);
    if (!offered) return refuse({ reason: 'unknown' });
    const { client, offer } = offered;
    const to = offer.accountId;
    if ((await countClientsOf(world.database, to)) >= MOST_CLIENTS) {
      return faulty({ reason: 'applications_many', most: MOST_CLIENTS });
    }
    const now = world.now();
    const written = await world.database.write([
      endTransfer(offer),
      giveClient(client, { from: client.ownerId, to }, now),
      takeQuota(to, now),
      giveQuotaBack(client.ownerId, now),
      // The former owner's event, without the address of the new owner.
      report(world, NOWHERE, 'application.transferred', {
        accountId: client.ownerId,
        clientId: client.id,
        detail: `to ${to}`,
      }),
      report(world, actor.source, 'application.transfer_accepted', {
        accountId: to,
        clientId: client.id,
        detail: `from ${client.ownerId}`,
      }),
    ]);
    return written === null ? stale : accept(client);
  });
}

export async function declineTransfer(world: World, publicId: string, actor: Actor): Promise<void> {
  await attempt(async () => {
    const offered = await findOffered(world, publicId, actor);
    if (!offered) return null;
    const { client, offer } = offered;
    const about = { accountId: client.ownerId, clientId: client.id, detail: `by ${offer.accountId}` };
    const written = await world.database.write([
      endTransfer(offer),
      report(world, NOWHERE, 'application.transfer_declined', about),
    ]);
    return written === null ? stale : null;
  });
}

/** Only the account it was offered to may accept; an administrator may not. */
async function findOffered(
  world: World,
  publicId: string,
  actor: Actor,
): Promise<{ readonly client: Client; readonly offer: TransferRow } | undefined> {
  const client = await findClient(publicId, world);
  const offer = client && (await offerOf(world, client));
  return client && offer && offer.accountId === actor.id ? { client, offer } : undefined;
}

function faulty(why: FieldFault): Result<never, TransferRefusal> {
  return refuse({ reason: 'faulty', why });
}
