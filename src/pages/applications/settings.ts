/** The settings of an application: details, logo, transfer, revocation of tokens, deletion. */
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { askFirst } from '../parts/confirmation.ts';
import { faultLine, field } from '../parts/field.ts';
import { faultSummary, postForm } from '../parts/form.ts';
import { moment } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { emblem } from '../parts/picture.ts';
import { type ApplicationSubject, applicationFrame, applicationPath } from './frame.ts';

export interface SettingsView {
  readonly application: ApplicationSubject;
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
<section class="section"><h2>${words.details}</h2><p>${words.detailsText}</p>
<div class="actions">${buttonLink(`${path}/edit`, 'secondary', text.application.edit)}</div></section>
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
  return applicationFrame(context, view.application, { tab: 'settings', body });
}

/** The only form with a file, and therefore the only one sent as multipart. */
function logo(context: PageContext, { application, faults }: SettingsView, path: string): Html {
  const { text } = context;
  const words = text.settings;
  return html`<section class="section"><h2>${words.logo}</h2><p>${words.logoText}</p>
<div class="logo-now">${emblem(application, 'large')}
<form method="post" action="${path}/logo" enctype="multipart/form-data" class="stack narrow" novalidate>
<input type="hidden" name="form_token" value="${context.formToken}">
<div class="field${faults.logo && ' has-fault'}">
<label for="logo">${words.logoFile}</label>
<input id="logo" name="logo" type="file" accept="image/png" required aria-describedby="logo-hint${faults.logo && ' logo-fault'}"${faults.logo && html` aria-invalid="true" autofocus`}>
${faultLine(text, 'logo', faults.logo)}
<p class="hint" id="logo-hint">${words.logoHint}</p>
</div>
<div class="actions">${button({ weight: 'secondary', label: words.logoSubmit })}</div>
</form></div>
${application.logoPath !== null && postForm(context, { action: `${path}/logo/remove`, body: button({ weight: 'quiet', label: words.logoRemove }) })}
</section>`;
}

function transfer(context: PageContext, { offer, typed, faults }: SettingsView, path: string): Html {
  const { text } = context;
  const words = text.settings;
  return html`<section class="section"><h2>${words.transfer}</h2><p>${words.transferText}</p>
${
  offer === null
    ? postForm(context, {
        action: `${path}/transfer`,
        class: 'stack narrow',
        body: html`${field(text, { id: 'nickname', name: 'nickname', label: words.transferTo, value: typed, autocomplete: 'off', required: true, fault: faults.nickname })}
<div class="actions">${button({ weight: 'secondary', label: words.transferSubmit })}</div>`,
      })
    : html`${notice('info', html`${words.offered(html`<strong>${named(offer.nickname)}</strong>`, moment(context, offer.at))} ${words.offerEnds(text.moments.dateTime(offer.endsAt))}`)}
${postForm(context, { action: `${path}/transfer/withdraw`, body: button({ weight: 'secondary', label: words.withdraw }) })}`
}</section>`;
}
