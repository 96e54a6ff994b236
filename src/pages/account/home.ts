/** The home page: what this service is, and the next step for a visitor or an account. */
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { firstTokenPath } from '../applications/overview.ts';
import { decisionFrame, type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';

interface Welcome {
  /** Whether sign-up is open. */
  readonly signUpIsOpen: boolean;
}

/** For an anonymous visitor. */
export function welcomePage(context: PageContext, welcome: Welcome): Html {
  const words = context.text.home;
  const docs = (label: string) => html`<a href="/docs">${label}</a>`;
  const metadata = (label: string) => html`<a href="${ENDPOINT_PATHS.metadata}">${label}</a>`;
  return decisionFrame(context, {
    title: words.welcome,
    body: html`<h1>${words.promise}</h1>
<p>${words.explained(named(context.serviceName))}</p>
<div class="actions column">
${buttonLink('/sign-in', 'primary', words.signIn)}
${welcome.signUpIsOpen && buttonLink('/sign-up', 'secondary', words.createAccount)}
</div>`,
    below: html`<h2 class="below-title">${words.building}</h2>
<ol class="steps">${words.steps.map((step) => html`<li>${step}</li>`)}</ol>
<p>${words.endpoints(docs, metadata)}</p>`,
  });
}

interface Home {
  /** How many applications this account has registered. */
  readonly applicationCount: number;
  /** How many applications may act for this account. */
  readonly authorizedCount: number;
  /** How many applications other accounts want to give to this one. */
  readonly offerCount: number;
  /** The newest application of this account that never received a token; the page leads to its first one. */
  readonly unfinished: { readonly clientId: string; readonly name: string } | null;
}

const administration = (words: string) => html`<a href="/admin">${words}</a>`;

/** For a signed-in account. */
export function homePage(context: PageContext, home: Home): Html {
  const words = context.text.home;
  return workspaceFrame(context, {
    title: words.title,
    navItem: 'home',
    heading: html`<h1>${words.greeting(named(context.account?.nickname ?? ''))}</h1>`,
    lead: words.lead,
    body: html`${nextSteps(context, home)}
<div class="tiles">
<section class="panel tile"><h2>${words.build}</h2>
<p>${words.owned(home.applicationCount)}</p>
<div class="actions">${
      home.applicationCount === 0
        ? buttonLink('/oauth/applications/new', 'primary', words.register)
        : [
            buttonLink('/oauth/applications', 'secondary', words.open),
            buttonLink('/oauth/applications/new', 'quiet', words.register),
          ]
    }</div></section>
<section class="panel tile"><h2>${words.use}</h2>
<p>${words.authorized(home.authorizedCount)}</p>
<div class="actions">${buttonLink('/oauth/authorized_applications', 'secondary', words.review)}</div></section>
</div>
${context.account?.isAdmin === true && notice('info', words.administer(administration, html`<code>bin/latchkey</code>`))}`,
  });
}

/** Offers and unfinished applications, shown above the two tiles that are always there. */
function nextSteps({ text }: PageContext, { offerCount, unfinished }: Home): Html {
  const words = text.home;
  return html`${offerCount > 0 && notice('info', html`<p>${words.offered(offerCount)}</p>${buttonLink('/oauth/applications#offers', 'secondary', words.seeOffers)}`)}
${unfinished !== null && notice('info', html`<p>${words.unfinished(named(unfinished.name))}</p>${buttonLink(firstTokenPath(unfinished.clientId), 'primary', words.firstToken)}`)}`;
}
