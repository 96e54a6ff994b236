/** What a person sees on the way through an authorization request: sign-in, consent, or why it cannot go on. */
import { chooseWay } from '../../accounts/authentication/registry.ts';
import { findLive } from '../../accounts/find.ts';
import { type Client, countUsers, findManagedClient } from '../../clients/find.ts';
import type { ConsentState, Considered } from '../../grants/consider.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { Visitor } from '../../http/browser/visitor.ts';
import { readQuery } from '../../http/reading/urlencoded.ts';
import { consentPolicy } from '../../http/replying/headers.ts';
import type { Reply } from '../../http/route.ts';
import { requestPath } from '../../pages/applications/requests.ts';
import { consentPage } from '../../pages/sign-in/consent.ts';
import { signInPage } from '../../pages/sign-in/sign-in.ts';
import { type Lasts, optionalScope } from '../../protocol/authorize/consent-terms.ts';
import type { Untrusted } from '../../protocol/authorize/request.ts';
import type { AuthorizationFault } from '../../protocol/authorize/terms.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { describeSuspension } from '../../protocol/people/suspension.ts';
import { describedScope } from '../described-scope.ts';
import { noteFault, noteUntrusted } from './authorize-refused.ts';

/** Where a person and their authorization request stand: the raw query is what every page of the walk carries on. */
export interface AuthorizeStep {
  readonly visitor: Visitor;
  readonly query: string;
  readonly considered: Considered;
}

type AskedRequest = Extract<Considered, { verdict: 'request' }>;

/** What a developer needs to see of a request that could not be trusted. */
const TOLD = ['client_id', 'redirect_uri', 'response_type'];
const LONGEST_TOLD = 500;

/** RFC 6749 §4.1.2.1: told on a page, never by redirect. The owner, if it is the owner, is shown the way to more. */
export async function untrustedReply({ visitor, query }: AuthorizeStep, { reason }: Untrusted): Promise<Reply> {
  noteUntrusted({ visitor, query }, reason);
  const form = readQuery(query);
  const entries = form.ok ? form.value.entries : [];
  const details = entries
    .filter(([name]) => TOLD.includes(name))
    .map(([name, value]) => [name, value.slice(0, LONGEST_TOLD)] as const);
  const fixPath = await diagnosisPath(visitor, form.ok ? form.value.get('client_id') : undefined);
  return problemReply(visitor, { status: 400, about: 'authorization', reason, details, fixPath });
}

async function diagnosisPath({ account, request, world }: Visitor, clientId = ''): Promise<string | null> {
  const client = account === null ? undefined : await findManagedClient(clientId, account, world);
  return client ? requestPath(client.publicId, request.traceId) : null;
}

/**
 * Told to the person, signed in or not, and never by redirect: whatever it was suspended for, nobody is sent there. So
 * `prompt=none` gets the page too.
 */
export function suspendedReply({ visitor, query }: AuthorizeStep, client: Client): Reply {
  const because = client.suspendedBecause ?? '';
  noteFault({ visitor, query }, { error: 'unauthorized_client', description: describeSuspension(because) });
  return problemReply(visitor, { status: 403, about: 'suspended', name: client.name, because });
}

/** SPEC D22: the sign-in form stands at the address of the request itself, so that nothing of it can get lost. */
export function signInFirstReply({ visitor, query }: AuthorizeStep, client: Client, redirectUri: string): Reply {
  const page = {
    nickname: '',
    returnTo: `${ENDPOINT_PATHS.authorize}?${query}`,
    waiting: { clientId: client.publicId, name: client.name },
    signUpIsOpen: visitor.world.settings.signUp === 'open',
    ways: chooseWay(undefined),
    wasWrong: false,
    faults: {},
  };
  // The redirect to the client may follow the sign-in at once, and Chromium holds it to this page's form-action.
  const headers = { 'Content-Security-Policy': consentPolicy(redirectUri) };
  return pageReply(visitor, (context) => signInPage(context, page), { purpose: 'stranger', headers });
}

interface Asking {
  readonly seal: string;
  readonly standing: ConsentState;
  /** What was chosen in an answer without a single permission; null when the question is put for the first time. */
  readonly before: { readonly lasts: Lasts } | null;
}

export async function consentReply(
  { visitor, query }: AuthorizeStep,
  { request, client }: AskedRequest,
  { seal, standing, before }: Asking,
): Promise<Reply> {
  const { world, account } = visitor;
  const [userCount, decider] = await Promise.all([
    countUsers(client.id, world),
    account && findLive(world, account.id),
  ]);
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
    },
    owner: { id: client.ownerId, nickname: client.ownerNickname },
    email: decider?.email ?? null,
    scopes: request.scope.map((name) => ({
      ...describedScope(world, name),
      isGranted: standing.consent?.scope.includes(name) === true,
      isOptional: optional.includes(name),
    })),
    given: standing.consent && { endsAt: standing.consent.endsAt },
    loopingAfter: standing.isLooping ? world.settings.codesPerConsent : null,
    lasts: before?.lasts ?? 'until_removed',
    redirectUri: request.redirect,
    idleSeconds: world.settings.refreshIdleSeconds,
    hidden: [
      ['request', query],
      ['seal', seal],
    ] as const,
    returnTo: `${ENDPOINT_PATHS.authorize}?${query}`,
    wasEmpty: before !== null,
  };
  const headers = { 'Content-Security-Policy': consentPolicy(request.redirect) };
  return pageReply(visitor, (context) => consentPage(context, consent), {
    status: before === null ? 200 : 422,
    headers,
  });
}

/** An out-of-band client has no address to be told at: the person is told instead. */
export function refusedOutOfBandReply({ visitor }: AuthorizeStep, { error, description }: AuthorizationFault): Reply {
  return problemReply(visitor, { status: 400, about: 'refused', error, description });
}

export function deniedOutOfBandReply({ visitor }: AuthorizeStep): Reply {
  return problemReply(visitor, { status: 400, about: 'denied' });
}
