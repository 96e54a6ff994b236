/** The account page: profile, e-mail address and password, each with a form of its own. */

import { accountTabs } from './account-tabs.ts';
import { deskFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { button, buttonLink } from './parts/button.ts';
import { field } from './parts/field.ts';
import { type Faults, faultSummary, postForm } from './parts/form.ts';
import { named, nameWithPicture } from './parts/name.ts';

export interface Account {
  readonly profile: Profile;
  readonly email: EmailChange;
  readonly password: PasswordChange;
}

export interface Profile {
  readonly nickname: string;
  readonly name: string;
  readonly website: string;
  readonly locale: string;
  readonly avatarUrl: string;
  readonly faults: Faults<'nickname' | 'name' | 'website' | 'locale' | 'avatar_url'>;
}

export interface EmailChange {
  /** The address in force. */
  readonly current: string;
  readonly isVerified: boolean;
  /** What was typed into the form, kept when it was refused. */
  readonly typed: string;
  readonly faults: Faults<'email' | 'current_password'>;
}

export interface PasswordChange {
  readonly minimum: number;
  readonly faults: Faults<'current_password' | 'new_password'>;
}

export function accountPage(shell: Shell, account: Account): Html {
  return deskFrame(shell, {
    title: 'Account',
    place: 'account',
    lead: 'Who you are here, and how you get in.',
    tabs: accountTabs('profile'),
    body: html`${profileForm(shell, account.profile)}
${emailForm(shell, account.email)}
${passwordForm(shell, account.password)}
<section class="section danger-zone"><h2>Delete account</h2>
<p>Ends every access you gave and deletes the applications you own. There is a page to confirm it before anything happens.</p>
<div class="actions">${buttonLink('/account/delete', 'danger', 'Delete account')}</div></section>`,
  });
}

function profileForm(shell: Shell, profile: Profile): Html {
  const { faults } = profile;
  return html`<section class="section"><h2>Profile</h2>
${nameWithPicture(`user:${shell.account?.id}`, 'person', named(shell.account?.nickname ?? ''), html`<a href="/users/${shell.account?.id}">Public profile</a>`)}
${faultSummary([
  ['nickname', faults.nickname],
  ['name', faults.name],
  ['website', faults.website],
  ['locale', faults.locale],
  ['avatar_url', faults.avatar_url],
])}
${postForm(shell, {
  action: '/account',
  class: 'stack narrow',
  body: html`${field({ id: 'nickname', name: 'nickname', label: 'Nickname', value: profile.nickname, autocomplete: 'username', required: true, fault: faults.nickname })}
${field({ id: 'name', name: 'name', label: 'Name', optional: true, value: profile.name, autocomplete: 'name', fault: faults.name })}
${field({ id: 'website', name: 'website', label: 'Website', optional: true, value: profile.website, inputMode: 'url', autocomplete: 'url', fault: faults.website, hint: 'Starts with https:// or http://.' })}
${field({ id: 'locale', name: 'locale', label: 'Language', optional: true, value: profile.locale, monospace: true, autocomplete: 'language', fault: faults.locale, hint: 'A language tag such as en, de or pt-BR. Applications are told.' })}
${field({ id: 'avatar_url', name: 'avatar_url', label: 'Picture address', optional: true, value: profile.avatarUrl, inputMode: 'url', autocomplete: 'photo', fault: faults.avatar_url, hint: 'Applications are given this picture. These pages always show the drawn one.' })}
<div class="actions">${button({ weight: 'primary', label: 'Save profile' })}</div>`,
})}</section>`;
}

function emailForm(shell: Shell, email: EmailChange): Html {
  const { faults } = email;
  return html`<section class="section"><h2>E-mail address</h2>
<p><bdi class="name">${email.current}</bdi> <span class="chip">${email.isVerified ? 'verified' : 'not verified'}</span></p>
${faultSummary([
  ['email', faults.email],
  ['email_current_password', faults.current_password],
])}
${postForm(shell, {
  action: '/account/email',
  class: 'stack narrow',
  body: html`${field({ id: 'email', name: 'email', label: 'New e-mail address', type: 'email', value: email.typed, inputMode: 'email', autocomplete: 'email', required: true, fault: faults.email })}
${field({ id: 'email_current_password', name: 'current_password', label: 'Current password', type: 'password', autocomplete: 'current-password', required: true, fault: faults.current_password })}
<div class="actions">${button({ weight: 'secondary', label: 'Change e-mail address' })}</div>`,
})}</section>`;
}

function passwordForm(shell: Shell, password: PasswordChange): Html {
  const { faults } = password;
  return html`<section class="section"><h2>Password</h2>
<p>Changing it ends every other session of yours. Access you gave to applications stays.</p>
${faultSummary([
  ['current_password', faults.current_password],
  ['new_password', faults.new_password],
])}
${postForm(shell, {
  action: '/account/password',
  class: 'stack narrow',
  body: html`${field({ id: 'current_password', name: 'current_password', label: 'Current password', type: 'password', autocomplete: 'current-password', required: true, fault: faults.current_password })}
${field({ id: 'new_password', name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password', required: true, fault: faults.new_password, hint: `At least ${password.minimum} characters. A few unrelated words are strong and easy to keep.` })}
<div class="actions">${button({ weight: 'secondary', label: 'Change password' })}</div>`,
})}</section>`;
}
