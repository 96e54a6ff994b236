/** GET and POST /oauth/authorize: an application asks, a person signs in and decides, the browser goes back. */

import type { Client } from '../../clients/find.ts';
import { approve, approveAgain, deny } from '../../grants/authorize.ts';
import { type Asker, codesPerUser, consider, reasonToAsk, refusalLocation, standingOf } from '../../grants/consider.ts';
import { spendCode, spendDecision } from '../../grants/decision-limits.ts';
import type { Decision } from '../../grants/issue-code.ts';
import { readRequest } from '../../grants/request-source.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { problemReply } from '../../http/browser/page.ts';
import { type Visitor, withReturn } from '../../http/browser/visitor.ts';
import { readPageForm } from '../../http/reading/form-body.ts';
import { readQuery } from '../../http/reading/urlencoded.ts';
import { seeOther } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { chosenScope, readLasts } from '../../protocol/authorize/consent-terms.ts';
import { requestDigest, untrusted } from '../../protocol/authorize/request.ts';
import { consentRequired, isForeignFrame, loginRequired } from '../../protocol/authorize/silent.ts';
import type { AuthorizationFault } from '../../protocol/authorize/terms.ts';
import { OUT_OF_BAND } from '../../protocol/clients/redirect-uri.ts';
import { createForm, type Form, formatQuery } from '../../protocol/form.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { formWithoutSecrets } from '../../protocol/secret-parameters.ts';
import type { VisitorContext } from '../needs.ts';
import { noteFault } from './authorize-refused.ts';
import {
  type AskedStep,
  type AuthorizeStep,
  addressOf,
  backToRequest,
  consentReply,
  deniedOutOfBandReply,
  limitedReply,
  refusedOutOfBandReply,
  signInFirstReply,
  suspendedReply,
  unapprovedReply,
  unknownReply,
  untrustedReply,
} from './authorize-replies.ts';

/** A refusal and the address that it is sent to. */
type ToldRefusal = Parameters<typeof refusalLocation>[1];
/** A step whose request is sound, whoever stands before it. */
type SoundStep = AuthorizeStep & Pick<AskedStep, 'considered'>;
/** A step whose request may be answered with an error at least. */
type TrustedStep = AuthorizeStep & {
  readonly considered: Exclude<AuthorizeStep['considered'], { verdict: 'untrusted' }>;
};

const DENIED = { error: 'access_denied', description: 'The user denied the request.' } as const;

export const authorize: Handler<VisitorContext> = (request, _world, { visitor }) =>
  proceed(visitor, request.query.read());

/** The consent form comes back here. Without a decision it is an authorization request sent by POST, and is shown. */
export const decideAuthorization: Handler<VisitorContext> = async (request, _world, { visitor }) => {
  const form = readPageForm(request);
  // Held to the rules of a query, since it becomes one: text areas may have line breaks, a request may not.
  if (form.ok && !form.value.has('decision')) return await proceed(visitor, readQuery(formatQuery(form.value)));
  const guarded = readGuardedForm(visitor, 'page', (sent) => backToRequest(visitor, sent));
  if (!guarded.ok) return guarded.refusal;
  return await decide(visitor, guarded.value);
};

async function proceed(visitor: Visitor, sent: Result<Form, unknown>): Promise<Reply> {
  const step = await reachDecision(visitor, sent);
  return step.ok ? await askOrAnswer(step.value) : step.refusal;
}

/**
 * Everything is judged again on what was posted: the page that asked is not trusted (ARCHITECTURE.md, Authorize). The
 * decision belongs to the very request that was shown to this session, not to one that was put in its place.
 */
async function decide(visitor: Visitor, form: Form): Promise<Reply> {
  const query = form.get('request') ?? '';
  if (visitor.account && !visitor.isSealed('consent/request', query, form.get('seal'))) {
    return problemReply(visitor, { status: 403, about: 'form', backPath: null });
  }
  const step = await reachDecision(visitor, readQuery(query));
  return step.ok ? await answer(step.value, form) : step.refusal;
}

/** The step at which a person who is signed in decides on a sound request; or the reply that comes before it. */
async function reachDecision(visitor: Visitor, sent: Result<Form, unknown>): Promise<Result<AskedStep, Reply>> {
  const step = await openStep(visitor, sent);
  const { considered } = step;
  if (considered.verdict === 'untrusted') return refuse(await untrustedReply(step, considered));
  const trusted = { ...step, considered };
  if (considered.client.suspendedAt !== null) return refuse(await suspendedReply(step, considered.client));
  const { account } = visitor;
  if (isClosedTo(trusted)) return refuse(await unapprovedReply(step, considered.client));
  if (!account) return refuse(await anonymousReply(trusted));
  if (considered.verdict === 'refused') return refuse(await refusedReply(step, considered));
  const asked: AskedStep = { ...step, visitor: { ...visitor, account }, considered };
  if (lacksProof(asked)) return refuse(seeOther(withReturn(visitor, '/confirm', addressOf(formatQuery(step.sent)))));
  return accept(asked);
}

/**
 * Until it is approved an application is for its owner alone, and the browser of nobody else is sent to it, not even with
 * an error. Whether somebody is the owner is known after the sign-in, for which prompt=none leaves no room.
 */
function isClosedTo({ visitor: { account }, considered }: TrustedStep): boolean {
  if (considered.client.waitingSince === null) return false;
  if (account) return account.id !== considered.client.ownerId;
  return considered.verdict === 'request' && considered.request.prompt.includes('none');
}

/** Parsed and judged once; every later step and page takes it from here. */
async function openStep(visitor: Visitor, sent: Result<Form, unknown>): Promise<AuthorizeStep> {
  if (!sent.ok) return { visitor, sent: NOTHING, form: NOTHING, considered: untrusted('request_malformed') };
  const kept = formWithoutSecrets(sent.value);
  const form = await readRequest(visitor.world, kept);
  if (!form.ok) return { visitor, sent: kept, form: NOTHING, considered: untrusted(form.refusal) };
  const { world, account } = visitor;
  const asker: Asker | null = account && {
    accountId: account.id,
    derive: (what, text) => visitor.derive(`playground/${what}`, text),
  };
  return { visitor, sent: kept, form: form.value, considered: await consider(world, form.value, asker) };
}

const NOTHING = createForm([]);

async function anonymousReply(step: TrustedStep): Promise<Reply> {
  const { considered } = step;
  if (considered.verdict === 'request' && considered.request.prompt.includes('none')) {
    const fault = loginRequired({ isInForeignFrame: isForeignFrame(step.visitor.request.headers) });
    return await refuseSilently({ ...step, considered }, fault, { isAllowed: false });
  }
  // RFC 9700 §4.11.2: the browser is not sent to an application, not even with an error, before somebody signed in.
  const { redirect } = considered.verdict === 'request' ? considered.request : considered;
  return signInFirstReply(step, considered.client, redirect);
}

/** OpenID Connect Core §3.1.2.1: `login` asks for a proof, and one that was given for something else does not count. */
function lacksProof({ visitor: { account }, sent, considered: { request } }: AskedStep): boolean {
  return request.prompt.includes('login') && account.session.confirmedFor !== requestDigest(sent);
}

async function askOrAnswer(step: AskedStep): Promise<Reply> {
  const { visitor, considered } = step;
  const { world, account } = visitor;
  const { request, client } = considered;
  const standing = await standingOf(world, { request, client, accountId: account.id });
  // RFC 9110 §9.3.2: HEAD asks what GET would say; it must not issue a code.
  if (standing.isRemembered && standing.consent && visitor.request.method !== 'HEAD') {
    const allowance = await spendCode(world, decisionOf(step));
    if (!allowance.allowed) return limitedReply(step, allowance);
    return codeReply(step, await approveAgain(world, decisionOf(step), standing.consent.id));
  }
  if (standing.isImplied && visitor.request.method !== 'HEAD') {
    const approval = { granted: request.scope, lasts: 'until_removed' } as const;
    return (await heldBack(step)) ?? codeReply(step, await approve(world, decisionOf(step), approval));
  }
  if (request.prompt.includes('none')) {
    const fault = consentRequired(reasonToAsk(standing, considered), codesPerUser(world, client));
    return await refuseSilently(step, fault, { isAllowed: standing.consent !== null });
  }
  return await consentReply(step, { standing, before: null });
}

async function answer(step: AskedStep, form: Form): Promise<Reply> {
  const { visitor, considered } = step;
  const { world, account } = visitor;
  const { request, client } = considered;
  const decision = form.get('decision');
  if (decision === 'deny') return (await heldBack(step)) ?? (await denyReply(step));
  if (decision !== 'approve') {
    return problemReply(visitor, { status: 400, about: 'request', reason: 'decision_missing' });
  }
  const lasts = readLasts(form.get('lasts'));
  if (lasts === undefined) return problemReply(visitor, { status: 400, about: 'request', reason: 'lasts_unknown' });
  const answered = { ticked: form.all('scope'), shown: (form.get('shown') ?? '').split(' ') };
  const chosen = chosenScope({ scope: request.scope, required: client.requiredScope }, answered);
  const limited = chosen.ok ? await heldBack(step) : undefined;
  if (limited) return limited;
  if (chosen.ok) return codeReply(step, await approve(world, decisionOf(step), { granted: chosen.value, lasts }));
  if (chosen.refusal === 'permission_not_asked') {
    return problemReply(visitor, { status: 400, about: 'request', reason: chosen.refusal });
  }
  const standing = await standingOf(world, { request, client, accountId: account.id });
  return await consentReply(step, { standing, before: { lasts, ticked: answered.ticked, about: chosen.refusal } });
}

function codeReply({ considered: { client } }: AskedStep, location: string): Reply {
  const activity = { clientId: client.id, kind: 'code_sent', familyId: null } as const;
  return { ...seeOther(location), client: client.publicId, activity };
}

/** Undefined where the decision may be taken; it is counted then. */
async function heldBack(step: AskedStep): Promise<Reply | undefined> {
  const allowance = await spendDecision(step.visitor.world, decisionOf(step));
  return allowance.allowed ? undefined : limitedReply(step, allowance);
}

async function denyReply(step: AskedStep): Promise<Reply> {
  const { request, client } = step.considered;
  await deny(step.visitor.world, decisionOf(step));
  noteFault(step, DENIED);
  const { redirect, state, responseMode } = request;
  if (redirect === OUT_OF_BAND) return deniedOutOfBandReply(step);
  return redirectRefusal(step, { ...DENIED, redirect, state, responseMode, client });
}

function decisionOf({ visitor: { account, request }, considered }: AskedStep): Decision {
  const { source } = request;
  return {
    request: considered.request,
    client: considered.client,
    accountId: account.id,
    session: account.session,
    source,
  };
}

async function refusedReply(step: AuthorizeStep, refused: ToldRefusal): Promise<Reply> {
  noteFault(step, refused);
  return refused.redirect === OUT_OF_BAND ? await refusedOutOfBandReply(step, refused) : redirectRefusal(step, refused);
}

/**
 * OpenID Connect Core §3.1.2.6: with prompt=none nothing is shown, and the client learns why. RFC 9700 §4.11.2: but anybody
 * can register an application, so only one that is known here is trusted that much; for others a page stands in between.
 */
async function refuseSilently(
  step: SoundStep,
  fault: AuthorizationFault,
  { isAllowed }: { readonly isAllowed: boolean },
): Promise<Reply> {
  const { visitor, considered } = step;
  const { request, client } = considered;
  noteFault(step, fault);
  if (request.redirect === OUT_OF_BAND) return await refusedOutOfBandReply(step, { ...fault, client });
  const refused = { ...fault, ...request, client };
  if (isAllowed || mayPassUnseen(visitor, client)) return redirectRefusal(step, refused);
  const location = refusalLocation(visitor.world, refused, step.form);
  return unknownReply(step, { name: client.name, redirectUri: request.redirect, location });
}

/** Its owner, and administrators for everybody, vouch for an application; a frame leads nobody away from where they are. */
function mayPassUnseen({ account, request }: Visitor, client: Client): boolean {
  const isFramed = request.headers['sec-fetch-dest'] === 'iframe';
  return isFramed || client.isOfAdministrator || client.ownerId === account?.id;
}

function redirectRefusal({ visitor, form }: AuthorizeStep, refused: ToldRefusal): Reply {
  return seeOther(refusalLocation(visitor.world, refused, form));
}
