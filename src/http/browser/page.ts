/** Answers with a page: what its frame needs of the visitor, the cookies of the browser, the status. */

import type { FormPurpose } from '../../keys/seal.ts';
import { readDone } from '../../pages/done.ts';
import { errorPage } from '../../pages/error.ts';
import type { PageContext } from '../../pages/frame.ts';
import { type Html, render } from '../../pages/html.ts';
import type { ProblemKind } from '../../pages/problem.ts';
import { textIn } from '../../pages/text/texts.ts';
import { mayRegister } from '../../protocol/clients/approval.ts';
import { chooseLanguage, type Language } from '../../protocol/people/language.ts';
import type { Look } from '../../protocol/people/look.ts';
import { queryWithoutSecrets } from '../../protocol/secret-parameters.ts';
import { htmlReply } from '../replying/replies.ts';
import type { Reply, Request } from '../route.ts';
import { siteOf } from './assets.ts';
import { lookOf } from './look.ts';
import { type Told, toldOnce } from './told-once.ts';
import { type Visitor, withReturn } from './visitor.ts';

interface PageTerms {
  /** 200 unless said otherwise; 422 for a form with faults, 409 for one that was changed elsewhere. */
  readonly status?: number;
  /** Which forms the page holds; `page` unless said otherwise. */
  readonly purpose?: FormPurpose;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the browser has to remember beside what every page says. */
  readonly cookies?: readonly string[];
  /** The page tells of a problem, and is no form that was refused. */
  readonly isProblem?: true;
}

export function pageReply(visitor: Visitor, page: (context: PageContext) => Html, terms: PageTerms = {}): Reply {
  const told = toldOnce(visitor.request, visitor.world);
  const markup = render(page(shellFor(visitor, terms, told)));
  const cookies = [...visitor.cookies(), ...(terms.cookies ?? []), ...(told ? [told.cookie] : [])];
  const headers = cookies.length > 0 ? { ...terms.headers, 'Set-Cookie': cookies } : terms.headers;
  return htmlReply(terms.status ?? 200, markup, headers);
}

export function problemReply(visitor: Visitor, kind: ProblemKind): Reply {
  const { traceId } = visitor.request;
  const retry = 'retryAfterSeconds' in kind ? kind.retryAfterSeconds : null;
  return pageReply(visitor, (context) => errorPage(context, { kind, traceId }), {
    status: kind.status,
    isProblem: true,
    ...(retry === null ? {} : { headers: { 'Retry-After': String(retry) } }),
  });
}

/** The account's own language first, then what this browser chose, then what it asks for. */
export function languageFor(
  account: { readonly locale: string } | null,
  { headers }: Pick<Request, 'headers'>,
  { language }: Look,
): Language {
  return chooseLanguage((account?.locale ?? '') || (language ?? ''), headers['accept-language']);
}

/** Where a reader comes back to who leaves the page for a moment; a form that was sent cannot be shown again. */
function hereOf({ method, path, rawQuery }: Request): string {
  if (method === 'POST') return '/';
  return rawQuery === '' ? path : `${path}?${queryWithoutSecrets(rawQuery)}`;
}

/** The token of the page's forms is made only when one of them asks for it: a page without forms sets no cookie. */
function shellFor(
  visitor: Visitor,
  { status, purpose = 'page', isProblem }: PageTerms,
  told: Told | undefined,
): PageContext {
  const { account, request, world } = visitor;
  let token: string | undefined;
  const look = lookOf(request, world);
  const language = languageFor(account, request, look);
  return {
    text: textIn(language),
    language,
    serviceName: world.settings.name,
    site: siteOf(world.settings, look.theme),
    // Nobody wants to come back to a page that says no, and what it is about stays unsaid.
    lookPath: status !== undefined && status >= 400 ? '/look' : withReturn(visitor, '/look', hereOf(request)),
    // By a function, not by a getter: see lazyQuery.
    formToken: () => {
      token ??= visitor.formToken(purpose);
      return token;
    },
    account: account && { ...account, mayRegister: mayRegister(world.settings.applicationRegistration, account) },
    now: world.now(),
    isRefused: !isProblem && (status === 422 || status === 409),
    done: visitor.isKept
      ? 'form_kept'
      : readDone({
          value: request.query.get('done'),
          path: request.path,
          isSignedIn: account !== null,
          isLedHere: told !== undefined,
        }),
    doneTo: told?.about ?? null,
  };
}
