/** The error page: what happened, who has to act, and what to do. */
import { requestPath } from './applications/activity/requests.ts';
import { causeTitle, type DiagnosedRequest, diagnosisBody } from './applications/diagnosis.ts';
import { destinationWords } from './applications/redirects.ts';
import { documentLinks } from './docs/frame.ts';
import { decisionFrame, type PageContext, workspaceFrame } from './frame.ts';
import { type Child, type Html, html } from './html.ts';
import { buttonLink } from './parts/button.ts';
import { distance, type MomentContext, moment, period } from './parts/moment.ts';
import { contactLink, named } from './parts/name.ts';
import type { Details, ProblemKind } from './problem.ts';
import type { Text } from './text/en.ts';

interface ProblemPage {
  readonly kind: ProblemKind;
  readonly traceId: string;
}

interface Words {
  readonly title: string;
  readonly what: Child;
  /** Who has to act, and how. */
  readonly next: Child;
  /** Shown between `what` and `next`. */
  readonly because?: Html;
  readonly more?: Html | null;
  readonly way?: Html | null;
}

export function errorPage(context: PageContext, problem: ProblemPage): Html {
  const { errors } = context.text;
  const { kind } = problem;
  const diagnosed = kind.status === 400 && 'diagnosed' in kind ? kind.diagnosed : null;
  if (diagnosed !== null) return diagnosedErrorPage(context, problem, diagnosed);
  const words = wordsFor(context, kind);
  const heading = html`<p class="status">${errors.number(kind.status)}</p>
<h1>${words.title}</h1>`;
  const told = html`<p>${words.what}</p>
${words.because}
<p>${words.next}</p>
${'mayBeSaved' in kind && kind.mayBeSaved && html`<p>${errors.maybeSaved}</p>`}
${mayConcernOperator(kind) && context.site.contact !== '' && html`<p>${errors.operator(contactLink(context.site.contact))}</p>`}
${words.more}`;
  const way = words.way ?? buttonLink('/', 'secondary', errors.goHome);
  if (context.account !== null && keepsPlaces(kind)) {
    const body = html`<div class="stack narrow">${told}<div class="actions">${way}</div>${trace(context, problem)}</div>`;
    return workspaceFrame(context, { title: words.title, heading, navItem: 'none', body });
  }
  return decisionFrame(context, {
    title: words.title,
    // Nothing is here, so nobody was asked to decide anything.
    isOpen: kind.status === 404 || kind.status === 405,
    body: html`${heading}${told}<div class="actions column">${way}</div>`,
    below: trace(context, problem),
  });
}

/** Who is at work here keeps the way to every other place. Whom an application sent has only this decision. */
function keepsPlaces(kind: ProblemKind): boolean {
  if (kind.status === 400) return kind.about === 'request';
  if (kind.status === 403) return kind.about !== 'suspended' && kind.about !== 'unapproved';
  return [404, 405, 409, 413, 429].includes(kind.status);
}

/** Where only the operator can help on, or could have made a mistake: a form that expired and a wrong address are neither. */
function mayConcernOperator(kind: ProblemKind): boolean {
  if (kind.status === 403) return kind.about !== 'form';
  if (kind.status === 409) return !('about' in kind);
  return kind.status === 429 || kind.status >= 500;
}

/** The owner is the developer whom everybody else would be told to ask. */
function diagnosedErrorPage(context: PageContext, problem: ProblemPage, diagnosed: DiagnosedRequest): Html {
  const { text } = context;
  const { clientId, request } = diagnosed;
  return decisionFrame(context, {
    title: text.errors.authorization.title,
    body: html`<p class="status">${text.errors.number(problem.kind.status)}</p>
<h1>${causeTitle(text, diagnosed)}</h1>
<p>${text.errors.authorization.toOwner}</p>
<div class="diagnosis stack">${diagnosisBody(context, diagnosed, 2)}</div>
<div class="actions column">${buttonLink(requestPath(clientId, request.traceId), 'secondary', text.errors.seeDiagnosis)}</div>`,
    below: trace(context, problem),
  });
}

function trace(context: MomentContext, problem: ProblemPage): Html {
  return html`<p class="trace">${context.text.errors.trace} ${traceOf(problem)} · ${moment(context, context.now)}</p>`;
}

/** Refused requests of applications are stored for their owners, so the trace is a link to the explanation. */
function traceOf({ kind, traceId }: ProblemPage): Html {
  const ofClient =
    kind.status === 403
      ? kind.about === 'suspended' || kind.about === 'unapproved'
      : kind.status === 400 && kind.about !== 'request';
  return ofClient ? html`<a href="/errors/${traceId}"><code>${traceId}</code></a>` : html`<code>${traceId}</code>`;
}

function wordsFor(context: MomentContext, kind: ProblemKind): Words {
  const { text, now } = context;
  const { errors } = text;
  switch (kind.status) {
    case 400:
      return badRequestWords(text, kind);
    case 403:
      return forbiddenWords(text, kind);
    case 404:
      return 'about' in kind ? givenWords(context, kind) : errors.missing;
    case 405:
      return { ...errors.method, what: errors.method.what(kind.method) };
    case 409: {
      if ('about' in kind) return givenWords(context, kind);
      const way = buttonLink(kind.backPath, 'primary', errors.backTo[kind.backTo]);
      return { ...errors.conflict, what: text.requestFaults[kind.reason], way };
    }
    case 413:
      return { ...errors.tooLarge, what: errors.tooLarge.what(Math.round(kind.limitBytes / 1024)) };
    case 414:
      return errors.tooLong;
    case 415:
      return errors.encoded;
    case 429: {
      const at = now + kind.retryAfterSeconds;
      return { ...errors.limited, next: errors.limited.next(distance(text, at, now), moment(context, at)) };
    }
    case 500:
      return errors.broken;
    case 503: {
      const wait = kind.retryAfterSeconds === null ? errors.unavailable.aMinute : period(text, kind.retryAfterSeconds);
      return { ...errors.unavailable, next: errors.unavailable.next(wait) };
    }
  }
}

function givenWords(context: MomentContext, { name, at, to }: Extract<ProblemKind, { about: 'given' }>): Words {
  const { errors } = context.text;
  const what = errors.given.what(to === null ? null : named(to), named(name), moment(context, at));
  return { ...errors.given, what, way: buttonLink('/oauth/applications', 'primary', errors.backTo.applications) };
}

function badRequestWords(text: Text, kind: Extract<ProblemKind, { status: 400 }>): Words {
  const { errors } = text;
  switch (kind.about) {
    case 'authorization':
      return {
        ...errors.authorization,
        what: errors.authorization.what(kind.applicationName === null ? null : named(kind.applicationName)),
        more: forDeveloper(text, 'untrusted_request', html`<p>${text.untrusted[kind.reason]}</p>`, kind.details),
      };
    case 'refused': {
      // The description for clients is always English, whatever the language of the page.
      const explanation = html`<p lang="en" dir="ltr"><code>${kind.error}</code>: ${kind.description}</p>`;
      return {
        ...errors.refused,
        what: errors.refused.what(named(kind.applicationName)),
        more: forDeveloper(text, kind.error, explanation, kind.details),
      };
    }
    case 'silent':
      return silentWords(text, kind);
    case 'request':
      return { ...errors.request, what: text.requestFaults[kind.reason] };
  }
}

function silentWords(text: Text, kind: Extract<ProblemKind, { about: 'silent' }>): Words {
  const { silent } = text.errors;
  const { label, text: place, isAddress } = destinationWords(text, kind.redirectUri);
  return {
    ...silent,
    what: silent.what(named(kind.name)),
    because: html`<dl class="facts"><div><dt>${label}</dt><dd>${isAddress ? html`<code dir="ltr">${place}</code>` : place}</dd></div></dl>`,
    way: html`<a class="button secondary" href="${kind.location}" rel="noopener noreferrer nofollow">${silent.goOn}</a>`,
  };
}

function forDeveloper(text: Text, error: string, explanation: Child, details: Details = []): Html {
  return html`<section class="for-developers"><h2>${text.errors.forDeveloper}</h2>
${explanation}
${details.length > 0 && html`<dl class="facts small">${details.map(([label, value]) => html`<div><dt>${label}</dt><dd><code dir="ltr">${value}</code></dd></div>`)}</dl>`}
${documentLinks(text, error)}</section>`;
}

function forbiddenWords(text: Text, kind: Extract<ProblemKind, { status: 403 }>): Words {
  const { errors } = text;
  switch (kind.about) {
    case 'form':
      return formWords(errors, kind);
    case 'cookies':
      return formWords(errors, kind);
    case 'rights':
      return errors.rights;
    case 'sign_up':
      return { ...errors.signUp, way: buttonLink('/sign-in', 'primary', text.frame.signIn) };
    case 'registration':
      return errors.registration;
    case 'unapproved': {
      const words = unapprovedWords(errors, kind);
      return { ...words, what: words.what(named(kind.name)) };
    }
    case 'suspended': {
      const because = html`<dl class="facts"><div><dt>${errors.suspended.reason}</dt><dd>${named(kind.because)}</dd></div></dl>`;
      const words = kind.hasAccess ? errors.suspended.held : errors.suspended;
      return { title: errors.suspended.title, what: words.what(named(kind.name)), next: words.next, because };
    }
  }
}

/** Who had given it access before it was changed keeps that. */
function unapprovedWords(
  errors: Text['errors'],
  { isDeclined, hasAccess }: Extract<ProblemKind, { about: 'unapproved' }>,
) {
  if (hasAccess) return isDeclined ? errors.changesDeclined : errors.changesUnapproved;
  return isDeclined ? errors.declined : errors.unapproved;
}

function formWords(
  errors: Text['errors'],
  { about, backPath }: Extract<ProblemKind, { about: 'form' | 'cookies' }>,
): Words {
  const way = backPath === null ? null : buttonLink(backPath, 'primary', errors.openFormAgain);
  return { ...errors[about], way };
}
