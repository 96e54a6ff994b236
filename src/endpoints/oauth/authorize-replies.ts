/** What a person sees on the way through an authorization request: sign-in, consent, or why it cannot go on. */
import { chooseWay } from '../../accounts/authentication/registry.ts';
import { findAuthorizations } from '../../accounts/authorizations.ts';
import { findLive } from '../../accounts/find.ts';
import { type Client, findClient, hasNamesake } from '../../clients/find.ts';
import { findRequest } from '../../clients/requests.ts';
import { countUsersLately } from '../../clients/user-count.ts';
import { type ConsentState, type Considered, codesPerUser } from '../../grants/consider.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { AccountVisitor, Visitor } from '../../http/browser/visitor.ts';
import { readQuery } from '../../http/reading/urlencoded.ts';
import { consentPolicy } from '../../http/replying/headers.ts';
import type { Reply } from '../../http/route.ts';
import type { DiagnosedRequest } from '../../pages/applications/diagnosis.ts';
import type { Details } from '../../pages/problem.ts';
import { consentPage } from '../../pages/sign-in/consent.ts';
import { deniedPage } from '../../pages/sign-in/out-of-band.ts';
import { signInPage } from '../../pages/sign-in/sign-in.ts';
import { type Lasts, optionalScope } from '../../protocol/authorize/consent-terms.ts';
import type { Untrusted } from '../../protocol/authorize/request.ts';
import type { AuthorizationFault } from '../../protocol/authorize/terms.ts';
import { UNAPPROVED_DESCRIPTION } from '../../protocol/clients/approval.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { type Form, formatQuery } from '../../protocol/form.ts';
import { describeSuspension } from '../../protocol/people/suspension.ts';
import { playgroundCallback } from '../../protocol/playground/run.ts';
import { diagnosedRequest } from '../applications/diagnosed.ts';
import { describedScope } from '../described-scope.ts';
import { noteFault, noteUntrusted } from './authorize-refused.ts';
import { sealOf } from './consent-seal.ts';

/** Where a person and their authorization request stand: parsed once, and carried to every reply. */
export interface AuthorizeStep {
  readonly visitor: Visitor;
  /** What was sent to the endpoint; its pages carry it on. Empty where it could not be read. */
  readonly sent: Form;
  /** The parameters of the request itself, whatever its source (grants/request-source.ts). */
  readonly form: Form;
  readonly considered: Considered;
}

/** A sound request of an application, before a person who is signed in. */
export interface AskedStep extends AuthorizeStep {
  readonly visitor: AccountVisitor;
  readonly considered: Extract<Considered, { verdict: 'request' }>;
}

/** The local address of a request. */
export function addressOf(query: string): string {
  return `${ENDPOINT_PATHS.authorize}?${query}`;
}

/** The request whose consent form was refused, so that it is asked again; never an address other than this endpoint's. */
export function backToRequest({ routes }: Visitor, sent: Form): string {
  const request = readQuery(sent.get('request') ?? '');
  return request.ok && request.value.entries.length > 0
    ? routes.localTarget(addressOf(formatQuery(request.value)))
    : '/';
}

/** What a developer needs to see of a request that could not be trusted. */
const TOLD = ['client_id', 'redirect_uri', 'response_type'];
const TOLD_OUT_OF_BAND = ['client_id', 'response_type', 'scope'];
const LONGEST_TOLD = 500;

/** RFC 6749 §4.1.2.1: shown on a page, never by redirect. The owner reads the diagnosis right there. */
export async function untrustedReply(step: AuthorizeStep, { reason }: Untrusted): Promise<Reply> {
  const { visitor, form } = step;
  noteUntrusted(step, reason);
  const client = await findClient(form.get('client_id') ?? '', visitor.world);
  const applicationName = client?.name ?? null;
  const details = detailsOf(form, TOLD);
  const kind = { reason, details, applicationName, diagnosed: await diagnosedFor(visitor) };
  return problemReply(visitor, { status: 400, about: 'authorization', ...kind });
}

function detailsOf(form: Form, names: readonly string[]): Details {
  return form.entries
    .filter(([name]) => names.includes(name))
    .map(([name, value]) => [name, value.slice(0, LONGEST_TOLD)] as const);
}

/** Null for everybody but the owner of the application, and administrators. */
async function diagnosedFor({ account, request, world }: Visitor): Promise<DiagnosedRequest | null> {
  const found = account === null ? undefined : await findRequest(world, request.traceId, account);
  return found?.client ? await diagnosedRequest(world, found.client, found.request) : null;
}

/**
 * Shown on a page, signed in or not: the browser is never redirected to a suspended application, so `prompt=none` gets
 * the page too.
 */
export async function suspendedReply(step: AuthorizeStep, client: Client): Promise<Reply> {
  const { visitor } = step;
  const because = client.suspendedBecause ?? '';
  noteFault(step, { error: 'unauthorized_client', description: describeSuspension(because) });
  const hasAccess = await hasAccessNow(step, client);
  return problemReply(visitor, { status: 403, about: 'suspended', name: client.name, because, hasAccess });
}

/** The same for one that no administrator has approved yet, or any more. */
export async function unapprovedReply(step: AuthorizeStep, client: Client): Promise<Reply> {
  const { name, declinedBecause } = client;
  noteFault(step, { error: 'unauthorized_client', description: UNAPPROVED_DESCRIPTION });
  const hasAccess = await hasAccessNow(step, client);
  const isDeclined = declinedBecause !== null;
  return problemReply(step.visitor, { status: 403, about: 'unapproved', name, isDeclined, hasAccess });
}

/** Whether whoever is signed in has given it access that still stands; of strangers nothing is known. */
async function hasAccessNow({ visitor: { account, world } }: AuthorizeStep, { publicId }: Client): Promise<boolean> {
  if (account === null) return false;
  const found = await findAuthorizations(world, { accountId: account.id, clientPublicId: publicId });
  return found.length > 0;
}

/** SPEC D22: the sign-in form stands at the address of the request itself, so that nothing of it can get lost. */
export function signInFirstReply(step: AuthorizeStep, client: Client, redirectUri: string): Reply {
  const { visitor } = step;
  const page = {
    nickname: '',
    returnTo: addressOf(formatQuery(step.sent)),
    waiting: { clientId: client.publicId, name: client.name, logoPath: client.logoPath },
    signUpIsOpen: visitor.world.settings.signUp === 'open',
    ways: chooseWay(undefined),
    wasWrong: false,
    kept: null,
    disabled: null,
    faults: {},
  };
  // The redirect to the client may follow the sign-in at once, and Chromium holds it to this page's form-action.
  const headers = { 'Content-Security-Policy': consentPolicy(redirectUri) };
  return pageReply(visitor, (context) => signInPage(context, page), { purpose: 'stranger', headers });
}

interface Asking {
  readonly standing: ConsentState;
  /** What was chosen in an answer that did not count, and why; null when the question is put for the first time. */
  readonly before: {
    readonly lasts: Lasts;
    readonly ticked: readonly string[];
    readonly about: 'permission_missing' | 'permission_not_shown';
  } | null;
}

export async function consentReply(step: AskedStep, { standing, before }: Asking): Promise<Reply> {
  const { visitor, considered } = step;
  const { world, account } = visitor;
  const { request, client } = considered;
  const [userCount, decider, isNamesake] = await Promise.all([
    countUsersLately(client.id, world),
    findLive(world, account.id),
    hasNamesake(client, world),
  ]);
  const query = formatQuery(step.sent);
  const optional = optionalScope({ scope: request.scope, required: client.requiredScope });
  const consent = {
    application: {
      clientId: client.publicId,
      name: client.name,
      logoPath: client.logoPath,
      description: client.description,
      homepageUrl: client.homepageUrl,
      policyUrl: client.policyUrl,
      termsUrl: client.termsUrl,
      createdAt: client.createdAt,
      userCount,
      isNamesake,
      isVerified: client.isVerified || client.isFirstParty,
    },
    owner: { id: client.ownerId, nickname: client.ownerNickname },
    email: decider?.email ?? null,
    resource: request.resource,
    scopes: request.scope.map((name) => ({
      ...describedScope(world, name),
      isGranted: standing.consent?.scope.includes(name) === true,
      isOptional: optional.includes(name),
    })),
    given: standing.consent && { endsAt: standing.consent.endsAt },
    loopingAfter: standing.isLooping ? codesPerUser(world, client) : null,
    lasts: before?.lasts ?? standing.lasts,
    redirectUri: request.redirect,
    isPlayground: request.redirect === playgroundCallback(world.settings.url, client.publicId),
    idleSeconds: world.settings.refreshIdleSeconds,
    hidden: [
      ['request', query],
      ['seal', sealOf(visitor, query)],
    ] as const,
    returnTo: addressOf(query),
    ticked: before?.ticked ?? null,
    about: before?.about ?? null,
  };
  const headers = { 'Content-Security-Policy': consentPolicy(request.redirect) };
  return pageReply(visitor, (context) => consentPage(context, consent), {
    status: statusOf(before),
    headers,
  });
}

function statusOf(before: Asking['before']): number {
  if (before === null) return 200;
  return before.about === 'permission_not_shown' ? 409 : 422;
}

/** An out-of-band client has no address for the error, so it is shown to the person; its owner reads the diagnosis. */
export async function refusedOutOfBandReply(
  { visitor, form }: AuthorizeStep,
  { error, description, client }: AuthorizationFault & { readonly client: { readonly name: string } },
): Promise<Reply> {
  const told = { error, description, applicationName: client.name, details: detailsOf(form, TOLD_OUT_OF_BAND) };
  return problemReply(visitor, { status: 400, about: 'refused', ...told, diagnosed: await diagnosedFor(visitor) });
}

/** The answer to a request that wanted none to be shown, of an application that nobody here knows: a person decides. */
export function unknownReply(
  { visitor }: AuthorizeStep,
  asking: { readonly name: string; readonly redirectUri: string; readonly location: string },
): Reply {
  return problemReply(visitor, { status: 400, about: 'silent', ...asking });
}

/** 400: a program that sent the form must not take this page for the one with the code. */
export function deniedOutOfBandReply({ visitor, considered: { client } }: AskedStep): Reply {
  return pageReply(visitor, (context) => deniedPage(context, client.name), { status: 400, isProblem: true });
}

/** So many decisions and codes in an hour, and no more. */
export function limitedReply(
  { visitor, considered: { client } }: AskedStep,
  { retryAfterSeconds }: { readonly retryAfterSeconds: number },
): Reply {
  const call = { endpoint: 'authorize', isLimited: true, isProven: true };
  visitor.world.metrics.clients?.countRefused(client.publicId, call);
  return problemReply(visitor, { status: 429, retryAfterSeconds });
}
