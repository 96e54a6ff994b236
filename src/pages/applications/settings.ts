/** The settings of an application: its registration, logo, transfer, revocation of tokens, deletion. */
import type { OwnLimitName } from '../../protocol/clients/own-limits.ts';
import { previewRedirect } from '../../protocol/clients/redirect-preview.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { askFirst } from '../parts/confirmation.ts';
import { field } from '../parts/field.ts';
import { faultSummary, postForm } from '../parts/form.ts';
import { moment } from '../parts/moment.ts';
import { named, webLink } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { emblem, pictureUpload } from '../parts/picture.ts';
import type { Text } from '../text/en.ts';
import { type ApplicationSubject, applicationFrame, applicationPath } from './frame.ts';
import { previewWords } from './redirects.ts';

interface Registration {
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly isConfidential: boolean;
  readonly homepageUrl: string;
  readonly policyUrl: string;
  readonly termsUrl: string;
  readonly sendsIssuer: boolean;
  /** The service's address, which `iss` carries. */
  readonly baseUrl: string;
  /** How often it may do what; null where nothing is limited. */
  readonly limits: readonly { readonly name: OwnLimitName; readonly count: number }[] | null;
}

export interface SettingsView {
  readonly application: ApplicationSubject;
  readonly registration: Registration;
  /** One was uploaded, though it is not shown while the application is suspended. */
  readonly hasLogo: boolean;
  /** The account to which it is offered at present. */
  readonly offer: { readonly nickname: string; readonly at: number; readonly endsAt: number } | null;
  /** The nickname as typed, when it was refused. */
  readonly typed: string;
  readonly faults: { readonly logo?: FieldFault | undefined; readonly nickname?: FieldFault | undefined };
}

export function settingsPage(context: PageContext, view: SettingsView): Html {
  const { text } = context;
  const words = text.settings;
  const path = applicationPath(view.application.clientId);
  const { userCount } = view.application;
  const body = html`${faultSummary(text, [
    ['logo', view.faults.logo],
    ['nickname', view.faults.nickname],
  ])}
${registration(text, view)}
${logo(context, view, path)}
${transfer(context, view, path)}
<section class="section danger-zone"><h2>${words.revocation}</h2><p>${words.revocationText(userCount)}</p>
${askFirst(context, {
  id: 'revoke-tokens',
  label: words.revocationSubmit,
  title: words.revocationTitle(named(view.application.name)),
  lost: words.revocationAsk,
  action: `${path}/tokens/revoke`,
  submit: words.revocationSubmit,
})}</section>
<section class="section danger-zone"><h2>${words.deletion}</h2>
<p>${words.deletionText(userCount)} ${words.deletionExplained}</p>
<div class="actions">${buttonLink(`${path}/delete`, 'danger', text.applicationDeletion.submit)}</div></section>`;
  return applicationFrame(context, view.application, { tab: 'settings', view: 'general', body });
}

function registration(text: Text, { application, registration: given }: SettingsView): Html {
  const words = text.application;
  const { none } = text.parts;
  const link = (address: string) => (address === '' ? none : webLink(address));
  return html`<section class="section" id="registration"><h2>${text.settings.details}</h2>
<dl class="facts wide">
<div><dt>${words.type}</dt><dd>${text.kinds[application.kind].title} (${given.isConfidential ? words.confidential : words.public})</dd></div>
<div><dt>${words.redirectUris}</dt><dd>${redirects(text, given)}</dd></div>
<div><dt>${words.scopes}</dt><dd>${given.scopes.length === 0 ? none : given.scopes.map((scope) => html`<code class="chip">${scope}</code> `)}</dd></div>
<div><dt>${words.homepage}</dt><dd>${link(given.homepageUrl)}</dd></div>
<div><dt>${text.applicationForm.policy}</dt><dd>${link(given.policyUrl)}</dd></div>
<div><dt>${text.applicationForm.terms}</dt><dd>${link(given.termsUrl)}</dd></div>
<div><dt>${words.issuer}</dt><dd>${given.sendsIssuer ? words.issuerSent(html`<code>${given.baseUrl}</code>`) : words.issuerNotSent}</dd></div>
<div><dt>${words.limit}</dt><dd>${limits(text, given)}</dd></div>
</dl></section>`;
}

function limits({ application: words, moments }: Text, { limits: all }: Registration): Html | string {
  if (all === null) return words.noLimit;
  return html`<ul class="plain">${all.map(({ name, count }) => html`<li>${words.limits[name]}: ${moments.numeral(count)}</li>`)}</ul>`;
}

function redirects(text: Text, { redirectUris }: Registration): Html | string {
  if (redirectUris.length === 0) return text.application.noRedirects;
  return html`<ul class="plain">${redirectUris.map(
    (uri) =>
      html`<li><code dir="ltr">${uri}</code><span class="hint">${previewWords(text, previewRedirect(uri))}</span></li>`,
  )}</ul>`;
}

function logo(context: PageContext, { hasLogo, application, faults }: SettingsView, path: string): Html {
  const { text } = context;
  const words = text.settings;
  return html`<section class="section"><h2>${words.logo}</h2>
${pictureUpload(context, {
  explained: words.logoText,
  shown: emblem(application, 'large'),
  isUploaded: hasLogo,
  action: `${path}/logo`,
  field: 'logo',
  side: 512,
  submit: words.logoSubmit,
  remove: words.logoRemove,
  fault: faults.logo,
})}
</section>`;
}

function transfer(context: PageContext, { offer, typed, faults }: SettingsView, path: string): Html {
  const { text } = context;
  const words = text.settings;
  return html`<section class="section"><h2>${words.transfer}</h2>${offer === null && html`<p>${words.transferText}</p>`}
${
  offer === null
    ? postForm(context, {
        action: `${path}/transfer`,
        class: 'stack narrow',
        body: html`${field(text, { id: 'nickname', name: 'nickname', label: words.transferTo, value: typed, autocomplete: 'off', required: true, fault: faults.nickname })}
<div class="actions">${button({ weight: 'secondary', label: words.transferSubmit })}</div>`,
      })
    : html`${notice('info', html`${words.offered(html`<strong>${named(offer.nickname)}</strong>`, moment(context, offer.at))} ${words.offerEnds(moment(context, offer.endsAt))}`)}
${postForm(context, { action: `${path}/transfer/withdraw`, body: button({ weight: 'secondary', label: words.withdraw }) })}`
}</section>`;
}
