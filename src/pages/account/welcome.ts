/** The home page of a visitor: what this service is, with a drawn consent card, and how to build on it. */
import { exampleTabs } from '../docs/frame.ts';
import { exampleValues } from '../docs/snippets/values.ts';
import { decisionFrame, openFrame, type PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { keyhole, tickIcon } from '../parts/icon.ts';
import { named } from '../parts/name.ts';
import { identicon } from '../parts/picture.ts';

interface Welcome {
  /** Whether sign-up is open. */
  readonly signUpIsOpen: boolean;
  /** Whether every account may register applications. */
  readonly registrationIsOpen: boolean;
  /** Whether the part for developers is shown. */
  readonly forDevelopers: boolean;
  /** The operator's own words in place of ours; empty for ours. */
  readonly introduction: string;
  readonly baseUrl: string;
}

export function welcomePage(context: PageContext, welcome: Welcome): Html {
  const words = context.text.home;
  const { introduction } = welcome;
  return openFrame(context, {
    title: words.welcome,
    body: html`<section class="hero"><div class="hero-words">
<h1>${words.promise}</h1>
<p class="hero-lead">${introduction === '' ? words.explained(named(context.serviceName)) : introduction}</p>
<div class="actions">${buttonLink('/sign-in', 'primary', words.signIn)}
${welcome.signUpIsOpen && buttonLink('/sign-up', 'secondary', words.createAccount)}</div></div>
${drawnConsent(context)}</section>
<section class="promises" aria-labelledby="promises"><h2 id="promises">${words.promisesTitle}</h2>
<ul class="plain">${words.promises.map(({ title, text }) => html`<li>${tickIcon}<div><h3>${title}</h3><p>${text}</p></div></li>`)}</ul></section>
${welcome.forDevelopers && forDevelopers(context, welcome)}`,
  });
}

/** A picture of the page that decides, drawn with its own parts: nothing in it can be pressed or read aloud. */
function drawnConsent({ text, serviceName }: PageContext): Html {
  const { drawn } = text.home;
  const row = (words: string, isTicked: boolean) =>
    html`<span class="drawn-row${!isTicked && ' is-off'}"><span class="drawn-box">${isTicked && tickIcon}</span>${words}</span>`;
  return html`<div class="drawn" aria-hidden="true"><div class="drawn-card">
<span class="drawn-top">${identicon('drawn', 'application')}<span class="drawn-dots"></span>${keyhole}</span>
<strong>${drawn.heading(html`<bdi>${serviceName}</bdi>`)}</strong>
${row(drawn.profile, true)}${row(drawn.email, true)}${row(drawn.write, false)}
<span class="drawn-lasts">${drawn.lasts}</span>
<span class="drawn-buttons"><span>${drawn.deny}</span><span class="is-primary">${drawn.approve}</span></span>
</div></div>`;
}

function forDevelopers(context: PageContext, welcome: Welcome): Html {
  const words = context.text.home;
  const first = welcome.signUpIsOpen ? words.firstStep : words.firstStepSignedIn;
  // Where somebody else may have to register it, its tabs may be that person's alone.
  const steps = welcome.registrationIsOpen
    ? [first, words.testStep, words.codeStep]
    : [context.text.approval.notYours.text, words.codeStep];
  return html`<section class="building" aria-labelledby="building"><div class="building-words"><h2 id="building">${words.building}</h2>
<ol class="steps">${steps.map((step) => html`<li>${step}</li>`)}</ol>
<div class="actions">${buttonLink('/docs', 'secondary', words.readDocs)}</div></div>
<div class="building-code">${exampleTabs(context, exampleValues(welcome.baseUrl), 'exchange')}</div></section>`;
}

/** While there is no administrator: nobody shall create an ordinary account and wonder. */
export function unfinishedServicePage(context: PageContext): Html {
  const words = context.text.home.unfinishedService;
  return decisionFrame(context, {
    title: words.title,
    body: html`<h1>${words.heading(named(context.serviceName))}</h1>
<p>${words.text}</p>
<p class="hint">${words.again}</p>`,
  });
}
