/** The page for everything that cannot go on: what happened, whose turn it is, what to do. */
import { decisionFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { buttonLink } from './parts/button.ts';
import { dateTime, distance, period } from './parts/moment.ts';

export interface Problem {
  readonly kind: ProblemKind;
  readonly traceId: string;
}

export type ProblemKind =
  /** 400: an authorization request that may not be answered by redirect (SPEC D14). */
  | {
      readonly status: 400;
      readonly about: 'authorization';
      /** Precise, for the developer: "redirect_uri is not registered for this client_id." */
      readonly reason: string;
      /** What was received, as label and value. */
      readonly details: readonly (readonly [label: string, value: string])[];
      /** Where the owner can mend it; null for everybody else. */
      readonly fixPath: string | null;
    }
  /** 400: anything else that could not be read. */
  | { readonly status: 400; readonly about: 'request'; readonly reason: string }
  /** 403: the form token is missing, wrong or too old. */
  | { readonly status: 403; readonly about: 'form'; readonly backPath: string | null }
  /** 403: signed in, but not allowed. */
  | { readonly status: 403; readonly about: 'rights' }
  | { readonly status: 404 }
  | { readonly status: 405; readonly method: string }
  | { readonly status: 413; readonly limitBytes: number }
  | { readonly status: 429; readonly retryAfterSeconds: number }
  | { readonly status: 500 }
  | { readonly status: 503; readonly retryAfterSeconds: number | null };

interface Words {
  readonly title: string;
  readonly what: string;
  /** Whose turn it is, and what they should do. */
  readonly next: string;
  readonly more?: Html | null;
  readonly way?: Html | null;
}

export function errorPage(shell: Shell, problem: Problem): Html {
  const words = wordsFor(problem.kind, shell.now);
  return decisionFrame(shell, {
    title: words.title,
    body: html`<p class="status">Error ${problem.kind.status}</p>
<h1>${words.title}</h1>
<p>${words.what}</p>
<p>${words.next}</p>
${words.more}
<div class="actions column">${words.way ?? buttonLink('/', 'secondary', 'Go to the first page')}</div>`,
    below: html`<p class="trace">Trace <code>${problem.traceId}</code> · ${dateTime(shell.now)}</p>`,
  });
}

function wordsFor(kind: ProblemKind, now: number): Words {
  switch (kind.status) {
    case 400:
      return kind.about === 'authorization' ? authorizationWords(kind) : requestWords(kind.reason);
    case 403:
      return kind.about === 'form' ? formWords(kind.backPath) : rightsWords();
    case 404:
      return {
        title: 'There is nothing here',
        what: 'The address may be mistyped, or what was here has been deleted, or it belongs to another account.',
        next: 'Check the address, or start from the first page.',
      };
    case 405:
      return {
        title: 'This address does not work that way',
        what: `It does not answer ${kind.method} requests.`,
        next: 'Nothing was changed. Use the links and buttons of the pages, or start from the first page.',
      };
    case 413:
      return {
        title: 'That was too much to send',
        what: `The limit is ${Math.round(kind.limitBytes / 1024)} KiB, and nothing was saved.`,
        next: 'Go back, shorten what you entered, and send it again.',
      };
    case 429:
      return {
        title: 'Too many attempts',
        what: 'To protect accounts, further attempts are held back for a while.',
        next: `Try again ${distance(now + kind.retryAfterSeconds, now)}, at ${dateTime(now + kind.retryAfterSeconds)}. Nothing is lost.`,
      };
    case 500:
      return {
        title: 'Something broke on our side',
        what: 'It is not your fault, and what you sent was not saved.',
        next: 'It is our turn. Try once more; if it happens again, tell the operator of this service the trace below.',
      };
    case 503:
      return {
        title: 'Back in a moment',
        what: 'The service is starting, stopping, or cannot reach its database.',
        next: `It is our turn. Try again ${kind.retryAfterSeconds === null ? 'in a minute' : `in ${period(kind.retryAfterSeconds)}`}; nothing you sent was saved.`,
      };
  }
}

type AuthorizationProblem = Extract<ProblemKind, { about: 'authorization' }>;

function authorizationWords(kind: AuthorizationProblem): Words {
  return {
    title: 'This request cannot be trusted',
    what: 'An application sent you here with a request that does not fit its registration. To keep you safe you are not sent back, and nothing was given away.',
    next: 'It is the turn of the application’s developer. Close this page, or go back to the application and tell its developer.',
    more: html`<section class="for-developers"><h2>For the developer</h2>
<p>${kind.reason}</p>
${kind.details.length > 0 && html`<dl class="facts small">${kind.details.map(([label, value]) => html`<div><dt>${label}</dt><dd><code dir="ltr">${value}</code></dd></div>`)}</dl>`}</section>`,
    way: kind.fixPath === null ? null : buttonLink(kind.fixPath, 'primary', 'Edit application'),
  };
}

function requestWords(reason: string): Words {
  return {
    title: 'The request could not be read',
    what: reason,
    next: 'Nothing was changed. Go back and try again.',
  };
}

function formWords(backPath: string | null): Words {
  return {
    title: 'This form has expired',
    what: 'The form was open for too long, you signed in or out in between, or it was not sent from this site. Nothing was changed.',
    next: 'It is your turn: open the form again and send it once more.',
    way: backPath === null ? null : buttonLink(backPath, 'primary', 'Open the form again'),
  };
}

function rightsWords(): Words {
  return {
    title: 'This is not yours to open',
    what: 'You are signed in, but your account may not do this.',
    next: 'If you have another account that may, sign in with it.',
  };
}
