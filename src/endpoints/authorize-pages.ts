/** What a person sees on the way through an authorization request: sign-in, consent, or why it cannot go on. */
import { type Client, countUsers } from '../clients/find.ts';
import { type Considered, grantedScope } from '../grants/consider.ts';
import type { Visitor } from '../http/browser.ts';
import { consentPolicy, OUTWARD_POLICY } from '../http/headers.ts';
import { pageReply, problemReply } from '../http/page.ts';
import type { Reply } from '../http/request.ts';
import { readQuery } from '../http/urlencoded.ts';
import { consentPage } from '../pages/consent.ts';
import { signInPage } from '../pages/sign-in.ts';
import type { Untrusted } from '../protocol/authorization-request.ts';

/** Where a person and their authorization request stand: the raw query is what every page of the walk carries on. */
export interface Walk {
  readonly visitor: Visitor;
  readonly query: string;
  readonly considered: Considered;
}

type Asked = Extract<Considered, { verdict: 'request' }>;

/** What a developer needs to see of a request that could not be trusted. */
const TOLD = ['client_id', 'redirect_uri', 'response_type'];
const LONGEST_TOLD = 500;

/** RFC 6749 §4.1.2.1: told on a page, never by redirect. */
export function untrustedReply({ visitor, query }: Walk, { detail }: Untrusted): Reply {
  const form = readQuery(query);
  const entries = form.ok ? form.value.entries : [];
  const details = entries
    .filter(([name]) => TOLD.includes(name))
    .map(([name, value]) => [name, value.slice(0, LONGEST_TOLD)] as const);
  return problemReply(visitor, { status: 400, about: 'authorization', reason: detail, details, fixPath: null });
}

/** SPEC D22: the sign-in form stands at the address of the request itself, so that nothing of it can get lost. */
export function signInFirstReply({ visitor, query }: Walk, client: Client): Reply {
  const page = {
    nickname: '',
    returnTo: `/oauth/authorize?${query}`,
    waiting: { clientId: client.publicId, name: client.name },
    signUpIsOpen: visitor.world.settings.signUp === 'open',
    problem: null,
    faults: {},
  };
  // The redirect to the client may follow the sign-in at once, and Chromium holds it to this page's form-action.
  const headers = { 'Content-Security-Policy': OUTWARD_POLICY };
  return pageReply(visitor, (shell) => signInPage(shell, page), { purpose: 'stranger', headers });
}

export async function consentReply(
  { visitor, query }: Walk,
  { request, client }: Asked,
  { seal, problem }: { readonly seal: string; readonly problem: string | null },
): Promise<Reply> {
  const { world, account } = visitor;
  const before = account ? await grantedScope(world, account.id, client.id) : [];
  const consent = {
    application: {
      clientId: client.publicId,
      name: client.name,
      description: client.description,
      homepageUrl: client.homepageUrl,
      createdAt: client.createdAt,
      userCount: await countUsers(client.id, world),
    },
    owner: { id: client.ownerId, nickname: client.ownerNickname },
    scopes: request.scope.map((name) => ({
      name,
      description: world.settings.scopes[name]?.description ?? name,
      isGranted: before.includes(name),
    })),
    redirectUri: request.redirect,
    idleSeconds: world.settings.refreshIdleSeconds,
    hidden: [
      ['request', query],
      ['seal', seal],
    ] as const,
    returnTo: `/oauth/authorize?${query}`,
    problem,
  };
  const headers = { 'Content-Security-Policy': consentPolicy(request.redirect) };
  return pageReply(visitor, (shell) => consentPage(shell, consent), { status: problem === null ? 200 : 422, headers });
}

/** An out-of-band client has no address to be told at: the person is told instead. */
export function refusedOutOfBandReply({ visitor }: Walk, reason = 'You did not give access. Close this page.'): Reply {
  return problemReply(visitor, { status: 400, about: 'request', reason });
}
