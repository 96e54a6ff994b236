/** GET and POST /oauth/applications: the developer's list, and the registration of a new application. */
import { spendAct } from '../../clients/act-limits.ts';
import { type Details, examineDetails } from '../../clients/details.ts';
import { type ClientOrder, logoPathOf, searchClients } from '../../clients/find.ts';
import { registerClient } from '../../clients/register.ts';
import { countFailures } from '../../clients/requests.ts';
import { offersTo } from '../../clients/transfer.ts';
import { lookOf } from '../../http/browser/look.ts';
import { languageFor, pageReply, problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { newApplicationPage } from '../../pages/applications/form.ts';
import { applicationPath } from '../../pages/applications/frame.ts';
import { type ApplicationSummary, applicationsPage } from '../../pages/applications/list.ts';
import { newSecretPage } from '../../pages/applications/new-secret.ts';
import type { Offer } from '../../pages/applications/offers.ts';
import { trialApplication } from '../../pages/applications/values.ts';
import { textIn } from '../../pages/text/texts.ts';
import { mayRegister } from '../../protocol/clients/approval.ts';
import type { Form } from '../../protocol/form.ts';
import { composeName } from '../../protocol/people/text-rules.ts';
import type { World } from '../../world.ts';
import { pagerFor, readPageNumber, withQuery } from '../lists.ts';
import type { AccountContext, Posted } from '../needs.ts';
import { approvalFor, checkedFormOf, defaultScopesOf, formOf, isCheck, readDetails } from './fields.ts';
import { actorOf } from './managed.ts';

const PATH = '/oauth/applications';
const ALL_PATH = '/admin/applications';
const ORDERS: readonly ClientOrder[] = ['created', 'name', 'users', 'last_token'];
const LONGEST_WORDS = 255;

/** Of the own account; those of all accounts are in the administration, where `?owner=all` leads an administrator. */
export const showApplications: Handler<AccountContext> = async (request, world, { visitor }) => {
  const { account } = visitor;
  const asked = readAsked(request.query.form());
  if (account.isAdmin && request.query.get('owner') === 'all') {
    return leaveFor(visitor, withQuery(ALL_PATH, { q: asked.words }));
  }
  const number = readPageNumber(request.query.form());
  const [{ clients, hasMore }, offered] = await Promise.all([
    searchClients(world, { ownerId: account.id, ...asked }, number),
    offersOf(world, account.id),
  ]);
  const failures = await countFailures(
    world,
    clients.map(({ id }) => id),
  );
  const applications = clients.map(
    ({ publicId: clientId, tokenAt, logoDigest, ...client }, index): ApplicationSummary => {
      const refusedCount = failures[index] ?? 0;
      const logoPath = logoPathOf(logoDigest, client.suspendedAt !== null);
      return { ...client, clientId, logoPath, lastTokenAt: tokenAt, refusedCount };
    },
  );
  const pages = pagerFor(addressOf(asked), number, hasMore);
  const page = { applications, pages, ...asked, offers: offered };
  return pageReply(visitor, (context) => applicationsPage(context, page));
};

/** The secret is in this very answer and nowhere else: not in an address, not in a cookie, not kept. */
export const submitApplication: Handler<Posted<AccountContext>> = async (_request, world, { visitor, form }) => {
  if (!mayRegister(world.settings.applicationRegistration, visitor.account)) {
    return problemReply(visitor, { status: 403, about: 'registration' });
  }
  const details = form.get('trial') === 'yes' ? trialDetails(visitor) : readDetails(form);
  const approval = approvalFor(world, visitor.account, null);
  if (isCheck(form)) {
    const page = { ...checkedFormOf(world, details, null), approval };
    return pageReply(visitor, (context) => newApplicationPage(context, page));
  }
  // Only what would be registered is counted: a form with faults writes nothing.
  if (examineDetails(details, world.settings, { current: null }).ok) {
    const allowance = await spendAct(world, 'registrations', visitor.account.id);
    if (!allowance.allowed) {
      return problemReply(visitor, { status: 429, retryAfterSeconds: allowance.retryAfterSeconds });
    }
  }
  // A reload sends the same form again. It carries the form token of one page, so equal fields mean the same wish.
  const seal = JSON.stringify(form.entries);
  const answer = await registerClient(world, { ownerId: visitor.account.id, details, seal, actor: actorOf(visitor) });
  if (!answer.ok) {
    const { refusal } = answer;
    if (refusal.reason === 'repeated') {
      const path = applicationPath(refusal.publicId);
      const isShown = details.isConfidential;
      return leaveFor(visitor, isShown ? `${path}/credentials?done=secret_shown` : `${path}?done=application_created`);
    }
    if (refusal.reason === 'forbidden') return problemReply(visitor, { status: 403, about: 'registration' });
    if (refusal.reason !== 'faulty') return problemReply(visitor, { status: 404 });
    const page = { ...formOf(world, details, refusal.faults), approval };
    return pageReply(visitor, (context) => newApplicationPage(context, page), { status: 422 });
  }
  const { publicId: clientId, name, secret, redirectUris, waitingSince } = answer.value;
  if (secret === null) {
    const done = waitingSince === null ? 'application_created' : 'application_waits';
    return leaveFor(visitor, `${applicationPath(clientId)}?done=${done}`);
  }
  const page = {
    clientId,
    name,
    secret,
    redirectUris,
    baseUrl: world.settings.url,
    kind: answer.value.details.kind,
    occasion: 'created',
    isWaiting: waitingSince !== null,
  } as const;
  return pageReply(visitor, (context) => newSecretPage(context, page), { status: 201 });
};

/** Nothing of the form is read: the button says what it registers. */
function trialDetails({ account, request, world }: AccountVisitor): Details {
  const { name } = textIn(languageFor(account, request, lookOf(request, world))).applicationForm.trial;
  return { ...trialApplication(name, defaultScopesOf(world)), logoUrl: '', isConfidential: true };
}

interface Asked {
  readonly words: string;
  readonly order: ClientOrder;
}

function readAsked(query: Form): Asked {
  const words = composeName(query.get('q') ?? '').slice(0, LONGEST_WORDS);
  return { words, order: ORDERS.find((order) => order === query.get('sort')) ?? 'created' };
}

/** What was asked for, for the links to the pages before and after. */
function addressOf({ words, order }: Asked): string {
  const query = new URLSearchParams({
    ...(words === '' ? {} : { q: words }),
    ...(order === 'created' ? {} : { sort: order }),
  });
  return query.size === 0 ? PATH : `${PATH}?${query}`;
}

async function offersOf(world: World, accountId: number): Promise<readonly Offer[]> {
  const offered = await offersTo(world, accountId);
  return offered.map(({ publicId: clientId, ownerId, ownerNickname, logoDigest, suspendedAt, ...client }) => ({
    ...client,
    clientId,
    logoPath: logoPathOf(logoDigest, suspendedAt !== null),
    owner: { id: ownerId, nickname: ownerNickname },
  }));
}
