/** GET and POST /oauth/authorize: an application asks, a person signs in and decides, the browser goes back. */

import { approve, approveAgain, type Decision, deny } from '../../grants/authorize.ts';
import { type Asker, type Considered, consider, refusalLocation, standingOf } from '../../grants/consider.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, type Visitor, withReturn } from '../../http/browser/visitor.ts';
import { readPageForm } from '../../http/reading/form-body.ts';
import { readQuery } from '../../http/reading/urlencoded.ts';
import { seeOther } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { chosenScope, readLasts } from '../../protocol/authorize/consent-terms.ts';
import { untrusted } from '../../protocol/authorize/request.ts';
import { OUT_OF_BAND } from '../../protocol/clients/redirect-uri.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { createForm, type Form } from '../../protocol/form.ts';
import type { VisitorContext } from '../needs.ts';
import { noteFault } from './authorize-refused.ts';
import {
  type AuthorizeStep,
  consentReply,
  deniedOutOfBandReply,
  refusedOutOfBandReply,
  signInFirstReply,
  suspendedReply,
  untrustedReply,
} from './authorize-replies.ts';
import { sealOf } from './consent-seal.ts';

/** A refusal and the address that it is told at. */
type RefusalReply = Parameters<typeof refusalLocation>[1];
type AskedRequest = Extract<Considered, { verdict: 'request' }>;

const DENIED = { error: 'access_denied', description: 'The user denied the request.' } as const;

export const authorize: Handler<VisitorContext> = (request, _world, { visitor }) => proceed(visitor, request.rawQuery);

/** The consent form comes back here. Without a decision it is an authorization request sent by POST, and is shown. */
export const decideAuthorization: Handler<VisitorContext> = async (request, _world, { visitor }) => {
  const form = readPageForm(request);
  if (form.ok && !form.value.has('decision')) return await proceed(visitor, queryOf(form.value));
  const guarded = readGuardedForm(visitor, 'page', '/');
  if (!guarded.ok) return guarded.refusal;
  return await decide(visitor, guarded.value);
};

async function proceed(visitor: Visitor, query: string): Promise<Reply> {
  const { account } = visitor;
  const walk: AuthorizeStep = { visitor, query, considered: await considerQuery(visitor, query) };
  const { considered } = walk;
  if (considered.verdict === 'untrusted') return untrustedReply(walk, considered);
  if (considered.client.suspendedAt !== null) return suspendedReply(walk, considered.client);
  const isSilent = considered.verdict === 'request' && considered.request.prompt === 'none';
  if (!account) {
    if (isSilent) return refuseSilently(walk, considered, 'login_required');
    // RFC 9700 §4.11.2: nobody is bounced to an application, not even with an error, before they signed in here.
    const { redirect } = considered.verdict === 'request' ? considered.request : considered;
    return signInFirstReply(walk, considered.client, redirect);
  }
  if (considered.verdict === 'refused') return refusedReply(walk, considered);
  return await askOrAnswer({ ...visitor, account }, query, considered);
}

async function askOrAnswer(visitor: AccountVisitor, query: string, asked: AskedRequest): Promise<Reply> {
  const { world, account } = visitor;
  const { request, client } = asked;
  if (request.prompt === 'login') {
    return seeOther(
      withReturn(
        visitor,
        '/confirm',
        `${ENDPOINT_PATHS.authorize}?${query.replace(/(^|&)prompt=[^&]*/, '$1prompt=consent')}`,
      ),
    );
  }
  const answering = decisionOf(visitor, asked);
  const standing = await standingOf(world, { request, client, accountId: account.id });
  // RFC 9110 §9.3.2: HEAD asks what GET would say; it must not issue a code.
  if (standing.isRemembered && standing.consent && visitor.request.method !== 'HEAD')
    return seeOther(await approveAgain(world, answering, standing.consent.id));
  if (request.prompt === 'none') return refuseSilently({ visitor, query }, asked, 'consent_required');
  const walk = { visitor, query, considered: asked };
  return await consentReply(walk, asked, { seal: sealOf(visitor, query), standing, before: null });
}

/** Everything is judged again on what was posted: the page that asked is not trusted (ARCHITECTURE.md, Authorize). */
async function decide(visitor: Visitor, form: Form): Promise<Reply> {
  const { account } = visitor;
  const query = form.get('request') ?? '';
  if (!account) return await proceed(visitor, query);
  const signedIn = { ...visitor, account };
  // The decision belongs to the very request that was shown to this session, not to one that was put in its place.
  if (!visitor.isSealed('consent/request', query, form.get('seal'))) {
    return problemReply(visitor, { status: 403, about: 'form', backPath: null });
  }
  const considered = await considerQuery(visitor, query);
  const walk: AuthorizeStep = { visitor, query, considered };
  if (considered.verdict === 'untrusted') return untrustedReply(walk, considered);
  if (considered.client.suspendedAt !== null) return suspendedReply(walk, considered.client);
  if (considered.verdict === 'refused') return refusedReply(walk, considered);
  return await answer(signedIn, walk, { asked: considered, form });
}

async function answer(
  visitor: AccountVisitor,
  walk: AuthorizeStep,
  { asked, form }: { readonly asked: AskedRequest; readonly form: Form },
): Promise<Reply> {
  const { world } = visitor;
  const answering = decisionOf(visitor, asked);
  const decision = form.get('decision');
  if (decision === 'deny') {
    await deny(world, answering);
    noteFault(walk, DENIED);
    const { redirect, state } = asked.request;
    if (redirect === OUT_OF_BAND) return deniedOutOfBandReply(walk);
    return redirectRefusal(walk, { ...DENIED, redirect, state, client: asked.client });
  }
  if (decision !== 'approve') {
    return problemReply(visitor, { status: 400, about: 'request', reason: 'decision_missing' });
  }
  const lasts = readLasts(form.get('lasts'));
  if (lasts === undefined) return problemReply(visitor, { status: 400, about: 'request', reason: 'lasts_unknown' });
  const { request, client } = asked;
  const chosen = chosenScope({ scope: request.scope, required: client.requiredScope }, form.all('scope'));
  if (chosen.ok) return seeOther(await approve(world, answering, { granted: chosen.value, lasts }));
  if (chosen.refusal === 'permission_not_asked') {
    return problemReply(visitor, { status: 400, about: 'request', reason: chosen.refusal });
  }
  const standing = await standingOf(world, { request, client, accountId: visitor.account.id });
  return await consentReply(walk, asked, { seal: sealOf(visitor, walk.query), standing, before: { lasts } });
}

async function considerQuery(visitor: Visitor, query: string): Promise<Considered> {
  const { world, account } = visitor;
  const form = readQuery(query);
  if (!form.ok) return untrusted('request_malformed');
  const asker: Asker | null = account && {
    accountId: account.id,
    derive: (what, text) => visitor.seal(`playground/${what}`, text),
  };
  return await consider(world, form.value, asker);
}

function decisionOf({ account, request: { source } }: AccountVisitor, { request, client }: AskedRequest): Decision {
  return { request, client, accountId: account.id, source };
}

function refusedReply(walk: AuthorizeStep, refused: Extract<Considered, { verdict: 'refused' }>): Reply {
  noteFault(walk, refused);
  if (refused.redirect === OUT_OF_BAND) return refusedOutOfBandReply(walk, refused);
  return redirectRefusal(walk, refused);
}

/** OpenID Connect Core §3.1.2.6: with prompt=none nothing is shown, and the client learns why. */
function refuseSilently(
  walk: Pick<AuthorizeStep, 'visitor' | 'query'>,
  considered: Exclude<Considered, { verdict: 'untrusted' }>,
  error: 'login_required' | 'consent_required',
): Reply {
  const { redirect, state } = considered.verdict === 'request' ? considered.request : considered;
  const description =
    error === 'login_required' ? 'The user is not signed in.' : 'The user has not allowed this application yet.';
  noteFault(walk, { error, description });
  return redirectRefusal(walk, { error, description, redirect, state, client: considered.client });
}

function redirectRefusal({ visitor, query }: Pick<AuthorizeStep, 'visitor' | 'query'>, refused: RefusalReply): Reply {
  const form = readQuery(query);
  return seeOther(refusalLocation(visitor.world, refused, form.ok ? form.value : createForm([])));
}

function queryOf(form: Form): string {
  return form.entries.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}
