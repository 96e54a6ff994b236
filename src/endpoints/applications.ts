/** GET and POST /oauth/applications: the developer's list, and the registration of a new application. */
import { listClients } from '../clients/find.ts';
import { registerClient } from '../clients/register.ts';
import { leaveFor, readGuardedForm, requireAccount } from '../http/browser.ts';
import { pageReply } from '../http/page.ts';
import type { Door } from '../http/route.ts';
import { readQuery } from '../http/urlencoded.ts';
import { newApplicationPage } from '../pages/application-form.ts';
import { newSecretPage } from '../pages/application-secret.ts';
import { applicationPath, applicationsPage } from '../pages/applications.ts';
import { formOf, readDetails } from './application-fields.ts';
import { actorOf } from './managed-client.ts';
import { pagerFor, readPageNumber } from './page-number.ts';

const PATH = '/oauth/applications';

/** An administrator sees everybody's with `?owner=all`. */
export const showApplications: Door = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const { account } = known.value;
  const query = readQuery(request.query);
  const isEverybody = account.isAdmin && query.ok && query.value.get('owner') === 'all';
  const page = readPageNumber(request.query);
  const { clients, hasMore } = await listClients(world, isEverybody ? null : account.id, page);
  const applications = clients.map((client) => ({
    clientId: client.publicId,
    name: client.name,
    isConfidential: client.confidentialAt !== null,
    redirectUriCount: client.redirectUriCount,
    userCount: client.userCount,
    createdAt: client.createdAt,
  }));
  const pages = pagerFor(isEverybody ? `${PATH}?owner=all` : PATH, page, hasMore);
  return pageReply(known.value, (shell) => applicationsPage(shell, { applications, pages }));
};

/** The secret is in this very answer and nowhere else: not in an address, not in a cookie, not kept. */
export const submitApplication: Door = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const visitor = known.value;
  const form = readGuardedForm(visitor, 'page', `${PATH}/new`);
  if (!form.ok) return form.refusal;
  const details = readDetails(form.value);
  // A reload sends the same form again. It carries the session's form token, so equal fields mean the same wish.
  const seal = JSON.stringify(form.value.entries);
  const answer = await registerClient(world, { ownerId: visitor.account.id, details, seal, actor: actorOf(visitor) });
  if (!answer.ok) {
    const { refusal } = answer;
    if (refusal.reason === 'repeated') {
      return leaveFor(visitor, `${applicationPath(refusal.publicId)}?done=application_created`);
    }
    const page = formOf(world, details, refusal.faults);
    return pageReply(visitor, (shell) => newApplicationPage(shell, page), { status: 422 });
  }
  const { publicId: clientId, name, secret, redirectUris } = answer.value;
  if (secret === null) return leaveFor(visitor, `${applicationPath(clientId)}?done=application_created`);
  const page = { clientId, name, secret, redirectUris, baseUrl: world.settings.url, occasion: 'created' } as const;
  return pageReply(visitor, (shell) => newSecretPage(shell, page), { status: 201 });
};
