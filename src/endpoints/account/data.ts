/** GET /account/data: what is kept about an account, as a file for its owner, once the password was typed. */
import type { Authorization } from '../../accounts/authorizations.ts';
import { type Account, findLive } from '../../accounts/find.ts';
import type { LoggedEvent } from '../../accounts/history.ts';
import { noteDownload, ownAuthorizations, ownEvents, spendDownload } from '../../accounts/own-data.ts';
import { readPicture } from '../../accounts/picture.ts';
import { listSessions, type Session } from '../../accounts/sessions.ts';
import { type Client, everyClient, findClient } from '../../clients/find.ts';
import { problemReply } from '../../http/browser/page.ts';
import type { AccountVisitor } from '../../http/browser/visitor.ts';
import { JSON_TYPE, seeOther } from '../../http/replying/replies.ts';
import type { Handler } from '../../http/route.ts';
import type { World } from '../../world.ts';
import type { AccountContext, Confirmed } from '../needs.ts';

const PATH = '/account/data';

export const downloadData: Handler<Confirmed<AccountContext>> = async (request, world, { visitor }) => {
  const before = request.query.get('before') ?? null;
  if (!request.query.read().ok || (before !== null && !/^[1-9]\d{0,15}$/.test(before))) {
    return problemReply(visitor, { status: 400, about: 'request', reason: 'cursor_unreadable' });
  }
  const account = await findLive(world, visitor.account.id);
  if (!account) return seeOther('/sign-in');
  const allowance = await spendDownload(world, account.id);
  if (!allowance.allowed) {
    return problemReply(visitor, { status: 429, retryAfterSeconds: allowance.retryAfterSeconds });
  }
  const content = await contentOf(visitor, account, before === null ? null : Number(before));
  // RFC 9110 §9.3.2: HEAD asks what GET would say; no data was sent.
  if (request.method !== 'HEAD') await noteDownload(world, account.id, request.source);
  const headers = {
    'Content-Type': JSON_TYPE,
    'Content-Disposition': `attachment; filename="account-${account.id}.json"`,
  };
  return { status: 200, headers, body: `${JSON.stringify(content, null, 2)}\n` };
};

/** Field by field: what is not named here, a digest or a hash above all, cannot get into the file. */
async function contentOf({ world, account: who }: AccountVisitor, account: Account, before: number | null) {
  const history = await ownEvents(world, account.id, before);
  return {
    service: world.settings.url,
    exported_at: iso(world.now()),
    profile: profileOf(account),
    picture: await pictureOf(world, account),
    sessions: (await listSessions(world, account.id)).map((session) => sessionOf(session, who.session)),
    access_given: (await ownAuthorizations(world, account.id)).map(accessOf),
    applications: await applicationsOf(world, account.id),
    events: history.events.map(eventOf),
    older_events: history.olderBelow === null ? null : `${world.settings.url}${PATH}?before=${history.olderBelow}`,
  };
}

function profileOf(account: Account) {
  return {
    id: account.id,
    nickname: account.nickname,
    name: account.name,
    email: account.email,
    email_verified: account.emailVerifiedAt !== null,
    website: account.website,
    avatar_url: account.avatarUrl,
    locale: account.locale,
    role: account.adminAt === null ? 'user' : 'administrator',
    created_at: iso(account.createdAt),
    last_online_at: iso(account.onlineAt),
  };
}

/** The uploaded file itself, as far as one can be put into a text; null where there is none. */
async function pictureOf(world: World, { pictureDigest }: Account) {
  const picture = pictureDigest === null ? undefined : await readPicture(world, pictureDigest);
  return picture ? { content_type: picture.contentType, base64: picture.bytes.toString('base64') } : null;
}

function sessionOf(session: Session, current: Session) {
  return {
    is_this_one: session.digest === current.digest,
    started_at: iso(session.createdAt),
    proved_at: iso(session.authTime),
    proved_by: session.amr.split(' '),
    last_seen_at: iso(session.seenAt),
    ends_at: iso(session.expiresAt),
    address: session.address,
    user_agent: session.userAgent,
  };
}

function accessOf(given: Authorization) {
  return {
    client_id: given.clientPublicId,
    application: given.clientName,
    api: given.resourceName,
    scope: given.scope,
    since: iso(given.grantedAt),
    ends_at: iso(given.endsAt),
    last_used_at: iso(given.usedAt),
    last_used_from: given.address,
    last_used_by: given.userAgent,
  };
}

async function applicationsOf(world: World, ownerId: number) {
  const applications = [];
  for await (const { publicId } of everyClient(world, ownerId)) {
    const client = await findClient(publicId, world);
    if (client) applications.push(applicationOf(client));
  }
  return applications;
}

function applicationOf(client: Client) {
  return {
    client_id: client.publicId,
    name: client.name,
    description: client.description,
    homepage: client.homepageUrl,
    privacy_policy: client.policyUrl,
    terms_of_service: client.termsUrl,
    redirect_uris: client.redirectUris,
    scope: client.scope.join(' '),
    is_confidential: client.isConfidential,
    created_at: iso(client.createdAt),
    suspended_because: client.suspendedBecause,
  };
}

function eventOf(event: LoggedEvent) {
  return {
    at: iso(event.at),
    kind: event.kind,
    application: event.clientName,
    address: event.address,
    user_agent: event.userAgent,
  };
}

function iso(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
