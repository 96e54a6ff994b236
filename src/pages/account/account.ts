/** The pages of an account: profile, e-mail address, password, and what is kept; one job each. */

import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { LANGUAGES } from '../../protocol/people/language.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { choice, faultLine, field } from '../parts/field.ts';
import { select } from '../parts/find.ts';
import { type Faults, faultSummary, mergedForm, postForm, type Shown, type ShownField } from '../parts/form.ts';
import { pictureUpload, portrait } from '../parts/picture.ts';
import type { Text } from '../text/en.ts';
import { accountTabs } from './tabs.ts';

export interface ProfileFields {
  readonly nickname: string;
  readonly name: string;
  readonly website: string;
  readonly locale: string;
  readonly avatarUrl: string;
  readonly shown: Shown;
  readonly faults: Faults<'picture' | 'nickname' | 'name' | 'website' | 'locale' | 'avatar_url'>;
}

export interface EmailChange {
  /** The current address. */
  readonly current: string;
  readonly isVerified: boolean;
  /** What was typed, kept when the form was refused. */
  readonly typed: string;
  readonly faults: Faults<'email' | 'current_password'>;
}

export interface PasswordChange {
  readonly minimum: number;
  /** Whether the box that also ends the access of applications was ticked. */
  readonly endsAccess: boolean;
  readonly faults: Faults<'current_password' | 'new_password'>;
}

/** One job a page: who you are here. */
export function profilePage(context: PageContext, profile: ProfileFields): Html {
  return accountFrame(context, 'profile', profileForm(context, profile));
}

export function emailPage(context: PageContext, email: EmailChange): Html {
  return accountFrame(context, 'email', emailForm(context, email));
}

export function passwordPage(context: PageContext, password: PasswordChange): Html {
  return accountFrame(context, 'password', passwordForm(context, password));
}

/** What is kept here, to take along or to delete. */
export function privacyPage(context: PageContext): Html {
  const words = context.text.account;
  return accountFrame(
    context,
    'data',
    html`<section class="section" id="data"><h2>${words.ownData}</h2>
<p>${words.ownDataExplained}</p>
<div class="actions">${buttonLink('/account/data', 'secondary', words.downloadData)}</div></section>
<section class="section danger-zone"><h2>${words.deletion}</h2>
<p>${words.deletionExplained}</p>
<div class="actions">${buttonLink('/account/delete', 'danger', context.text.accountDeletion.submit)}</div></section>`,
  );
}

function accountFrame(context: PageContext, tab: 'profile' | 'email' | 'password' | 'data', body: Html): Html {
  const words = context.text.account;
  return workspaceFrame(context, {
    title: tab === 'email' ? words.emailAddress : words.tabs[tab],
    navItem: 'account',
    lead: words.leads[tab],
    tabs: accountTabs(context.text, tab),
    body,
  });
}

function profileForm(context: PageContext, profile: ProfileFields): Html {
  const { text } = context;
  const words = text.account;
  const { faults } = profile;
  return html`${faultSummary(text, [
    ['picture', faults.picture],
    ['nickname', faults.nickname],
    ['name', faults.name],
    ['website', faults.website],
    ['locale', faults.locale],
    ['avatar_url', faults.avatar_url],
  ])}
${picture(context, faults.picture)}
<section class="section"><h2>${words.aboutYou}</h2>
${mergedForm(context, {
  action: '/account',
  class: 'stack wide',
  shown: profile.shown,
  fields: shownFields(text),
  body: html`<div class="field-pairs">${field(text, { id: 'nickname', name: 'nickname', label: words.nickname, value: profile.nickname, autocomplete: 'username', required: true, fault: faults.nickname })}
${field(text, { id: 'name', name: 'name', label: words.name, optional: true, value: profile.name, autocomplete: 'name', fault: faults.name })}
${field(text, { id: 'website', name: 'website', label: words.website, optional: true, value: profile.website, inputMode: 'url', autocomplete: 'url', fault: faults.website, hint: words.websiteHint })}
${languageChoice(text, profile)}
${(profile.avatarUrl !== '' || faults.avatar_url) && field(text, { id: 'avatar_url', name: 'avatar_url', label: words.pictureAddress, optional: true, value: profile.avatarUrl, inputMode: 'url', autocomplete: 'photo', fault: faults.avatar_url, hint: words.pictureAddressHint })}
</div>
<div class="actions">${button({ weight: 'primary', label: words.saveProfile })}</div>`,
})}</section>`;
}

function shownFields({ account: words, look }: Text): Readonly<Record<string, ShownField>> {
  const languageName = ([locale]: readonly string[]) => {
    const language = LANGUAGES.find((each) => each === locale);
    return language === undefined ? (locale ?? look.browserDecides) : look.languages[language];
  };
  return {
    nickname: { id: 'nickname', label: words.nickname },
    name: { id: 'name', label: words.name },
    website: { id: 'website', label: words.website },
    locale: { id: 'locale', label: words.locale, says: languageName },
    avatar_url: { id: 'avatar_url', label: words.pictureAddress },
  };
}

/** Apps show it on small marks and in profiles: more pixels would only make pages slower. */
const PICTURE_SIDE = 256;

function picture(context: PageContext, fault: FieldFault | undefined): Html | null {
  const { account, text } = context;
  const words = text.account;
  if (account === null) return null;
  return html`<section class="section"><h2>${words.picture}</h2>
${pictureUpload(context, {
  explained: html`${words.pictureExplained} <a href="/users/${account.id}">${words.publicProfile}</a>`,
  shown: portrait(account, 'large'),
  isUploaded: account.picturePath !== null,
  action: '/account/picture',
  field: 'picture',
  side: PICTURE_SIDE,
  submit: words.pictureSubmit,
  remove: words.pictureRemove,
  fault,
})}</section>`;
}

/** A tag that these pages do not speak stays among the choices: applications are told it. */
function languageChoice(text: Text, { locale, faults }: ProfileFields): Html {
  const words = text.account;
  const known: readonly { readonly value: string; readonly label: string; readonly lang?: string }[] = [
    { value: '', label: text.look.browserDecides },
    ...LANGUAGES.map((language) => ({ value: language, label: text.look.languages[language], lang: language })),
  ];
  const options = known.some(({ value }) => value === locale) ? known : [...known, { value: locale, label: locale }];
  return html`<div class="field">${select({ id: 'locale', name: 'locale', label: words.locale, options, chosen: locale, isFaulty: faults.locale !== undefined })}
${faultLine(text, 'locale', faults.locale)}<p class="hint">${words.localeHint}</p></div>`;
}

function emailForm(context: PageContext, email: EmailChange): Html {
  const { text } = context;
  const words = text.account;
  const { faults } = email;
  return html`<section class="section">
<dl class="facts"><div><dt>${words.currentEmail}</dt><dd><bdi class="name">${email.current}</bdi> <span class="chip">${email.isVerified ? words.verified : words.notVerified}</span></dd></div></dl>
${faultSummary(text, [
  ['email', faults.email],
  ['email_current_password', faults.current_password],
])}
${postForm(context, {
  action: '/account/email',
  class: 'stack narrow',
  body: html`${field(text, { id: 'email', name: 'email', label: words.newEmail, type: 'email', value: email.typed, inputMode: 'email', autocomplete: 'email', required: true, fault: faults.email })}
${field(text, { id: 'email_current_password', name: 'current_password', label: words.currentPassword, type: 'password', autocomplete: 'current-password', required: true, fault: faults.current_password })}
<div class="actions">${button({ weight: 'primary', label: words.changeEmail })}</div>`,
})}</section>`;
}

function passwordForm(context: PageContext, password: PasswordChange): Html {
  const { text } = context;
  const words = text.account;
  const { faults } = password;
  return html`<section class="section">
${faultSummary(text, [
  ['current_password', faults.current_password],
  ['new_password', faults.new_password],
])}
${postForm(context, {
  action: '/account/password',
  class: 'stack narrow',
  body: html`${field(text, { id: 'current_password', name: 'current_password', label: words.currentPassword, type: 'password', autocomplete: 'current-password', required: true, fault: faults.current_password })}
${field(text, { id: 'new_password', name: 'new_password', label: words.newPassword, type: 'password', autocomplete: 'new-password', required: true, fault: faults.new_password, hint: faults.new_password === undefined && text.signUp.passwordHint(password.minimum) })}
<div class="choices">${choice({ type: 'checkbox', id: 'end_access', name: 'end_access', value: 'yes', checked: password.endsAccess, title: words.endAccess, text: words.endAccessExplained })}</div>
<div class="actions">${button({ weight: 'primary', label: words.changePassword })}</div>`,
})}</section>`;
}
