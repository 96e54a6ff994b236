/** English words for what is wrong with a field: why, and what to write instead. */

import type { RedirectRule } from '../../../protocol/clients/redirect-registration.ts';
import type { FieldFault } from '../../../protocol/people/field-fault.ts';
import { pictureRules } from './application-tabs.ts';
import { formats } from './formats.ts';
import { webhookFaults } from './service/webhooks.ts';

/** One or two sentences for each reason, built from its values. */
export type FaultTexts = {
  readonly [Reason in FieldFault['reason']]: (fault: Extract<FieldFault, { reason: Reason }>) => string;
};

export type RedirectRuleTexts = { readonly [Rule in RedirectRule]: string };

/** The ends of the sentences below. */
export const faultCounts = {
  characters: formats.counts({ one: '# character', other: '# characters' }),
  bytes: formats.counts({ one: '# byte', other: '# bytes' }),
  redirectUris: formats.counts({ one: '# redirect URI', other: '# redirect URIs' }),
  applications: formats.counts({ one: '# application', other: '# applications' }),
};
const { characters, bytes } = faultCounts;

export const redirectRules: RedirectRuleTexts = {
  empty: 'A redirect URI is missing: write the whole address, such as https://app.example.com/callback.',
  too_long: 'A redirect URI may have at most 2048 bytes: move what makes it long into the state parameter.',
  forbidden_character:
    'A redirect URI may not contain spaces, line breaks, invisible characters, backslashes or any of " < > ^ ` { | }: percent-encode them.',
  broken_percent: 'In a redirect URI each % must be followed by two hexadecimal digits: write a literal % as %25.',
  fragment: 'A redirect URI may not contain a fragment: remove the # and everything after it.',
  wildcard: 'A redirect URI may not contain the wildcard *: register each redirect URI in full.',
  relative: 'A redirect URI must be absolute: start it with https:// or with the scheme of your app.',
  upper_case_scheme: 'The scheme of a web address is compared exactly: write http or https in lower case.',
  forbidden_scheme:
    'This scheme can run code, open files or reach other programs: use https or a scheme of your own, such as com.example.app:/callback.',
  missing_slash: 'After the scheme a redirect URI needs a slash: write https://host/path or com.example.app:/path.',
  bad_host:
    'The host or port cannot be read as written: use a plain host name and a port up to 65535, such as https://app.example.com:8443/callback.',
  international_host:
    'The host name contains letters beyond ASCII: write it in its ASCII form, which starts with xn--.',
  userinfo: 'A redirect URI may not contain a user name or password: remove what stands before the @ of the host.',
  bad_port: 'The port of a loopback redirect must lie between 1 and 65535, or be left out: any port will match.',
  insecure_http: 'Plain http is allowed for http://127.0.0.1, http://[::1] and http://localhost only: use https.',
  own_address: 'A redirect URI may not lead back to this service: use the address of your own application.',
  reserved_parameter:
    'The query of a redirect URI may not contain code, state, error, error_description or iss: the answer carries parameters of these names.',
};

export const faults: FaultTexts = {
  name_missing: () => 'Enter a name.',
  name_long: ({ most }) => `A name has at most ${characters(most)}.`,
  name_hidden_characters: () => 'A name may not contain line breaks or invisible characters.',
  name_many_marks: () => 'A name may not stack so many accents on one letter.',
  name_scripts: () => 'A word of a name may not mix letters of different scripts, such as Latin and Cyrillic.',
  description_long: ({ most }) => `A description has at most ${characters(most)}.`,
  description_hidden_characters: () => 'A description may not contain invisible characters.',
  web_address_long: ({ most }) => `A web address has at most ${characters(most)}.`,
  web_address_long_encoded: ({ most }) => `A web address has at most ${characters(most)} once it is percent-encoded.`,
  web_address_scheme: () => 'A web address starts with https:// or http://.',
  web_address_unreadable: () =>
    'This web address cannot be read: check its host, and its port, which is at most 65535.',
  web_address_userinfo: () => 'A web address may not contain a user name or password.',
  web_address_insecure: () => 'This address starts with https://, so that nobody can change the page on its way.',
  picture_address_scheme: () => 'The address of a picture starts with https://.',
  locale_malformed: () => 'Enter a language as a tag such as en, ru or pt-BR.',

  nickname_length: ({ least, most }) => `A nickname has ${least} to ${characters(most)}.`,
  nickname_at_sign: () => 'A nickname may not contain @, so that it is never taken for an address.',
  nickname_hidden_characters: () => 'A nickname may not contain line breaks or invisible characters.',
  nickname_characters: () =>
    'A nickname starts with a letter or digit and contains letters, digits, underscores, dots, hyphens and single spaces.',
  nickname_scripts: () => 'A word of a nickname may not mix letters of different scripts, such as Latin and Cyrillic.',
  nickname_digits: () =>
    'A nickname may not be digits alone, so that it is never taken for the number of an account. Add a letter.',
  nickname_reserved: () => 'This name is kept for those who run this service. Choose another one.',
  nickname_taken: () => 'This nickname, or one that looks like it, is taken.',
  email_long: ({ most }) => `An email address has at most ${bytes(most)}.`,
  email_malformed: () => 'Enter an email address, like name@example.com.',
  email_taken: () => 'This email address belongs to another account.',

  password_broken: () => 'This password contains broken characters. Type it again.',
  password_short: ({ least }) => `Use at least ${characters(least)}. Four or five unrelated words are a good start.`,
  password_long: ({ most }) => `Use at most ${characters(most)}.`,
  password_growing: () =>
    'This password has characters that stand for whole words or for several letters. Type the letters instead.',
  password_repetitive: () => 'This password repeats the same few characters. Use more different ones.',
  password_personal: () =>
    'This password is built from your nickname, your email address or the name of this service. Add unrelated words.',
  password_well_known: () => 'This password is too easy to guess. Add a few unrelated words.',
  password_walk: () =>
    'This password follows the alphabet, the digits or the keys of a keyboard. Use unrelated words instead.',

  application_name_reserved: () => 'This name is kept for this service itself. Choose one that nobody takes for it.',
  application_name_claims: () =>
    'A name may not say that somebody has checked the application: leave out check marks and words such as “verified” or “official”.',
  redirect_uri_rule: ({ rule, others = [] }) => [rule, ...others].map((each) => redirectRules[each]).join(' '),
  redirect_uri_listed_twice: () => 'This redirect URI is listed twice.',
  redirect_uris_missing: () => 'Add at least one redirect URI.',
  redirect_uris_many: ({ most, count }) =>
    `An application has at most ${faultCounts.redirectUris(most)}; these are ${count}.`,
  scopes_missing: () => 'Choose at least one scope.',
  required_scopes_foreign: ({ names }) =>
    `Only scopes of the application can be required, and not: ${names.map((name) => `“${name}”`).join(', ')}.`,
  scopes_unknown: ({ names }) => `This service has no scope called ${names.map((name) => `“${name}”`).join(', ')}.`,
  applications_many: ({ most }) =>
    `An account has at most ${faultCounts.applications(most)}. Delete one that is no longer needed.`,
  picture_refused: ({ rule }) => pictureRules[rule],
  transfer_nickname_missing: () => 'Enter the nickname of the other account.',
  registration_forbidden: () => 'On this service your account may not have applications of its own. Ask the operator.',
  transfer_account_unknown: () => 'No account has this nickname.',
  transfer_to_owner: () => 'This account owns the application already.',
  client_id_taken: () => 'An application with this client_id exists, or existed, already.',
  client_id_characters: () => 'A client_id has 1 to 255 printable ASCII characters.',
  client_id_unreachable: () =>
    'A client_id may not be ".", ".." or "new": no page and no address of the API would lead to the application. Choose another.',
  client_id_reserved: () => 'A client_id may not begin with latchkey-api-: those belong to the credentials of APIs.',
  client_secret_characters: () => 'A secret has 1 to 255 printable ASCII characters.',
  client_secret_of_public: () => 'A public application has no secret.',

  nickname_or_email_missing: () => 'Enter your nickname or email address.',
  password_missing: () => 'Enter your password.',
  password_wrong: () => 'This is not your password.',
  email_same: () => 'This is your address already. Enter the new one.',
  password_same: () => 'Choose a password that differs from the current one.',
  nickname_differs: () => 'This is not your nickname.',
  application_name_differs: () => 'This is not the name of the application.',

  reason_missing: () => 'Enter the reason.',
  reason_long: ({ most }) => `A reason has at most ${characters(most)}.`,
  reason_hidden_characters: () => 'A reason may not contain invisible characters.',
  person_nickname_differs: () => 'This is not the nickname of this account.',
  person_unknown: () => 'Nobody has this nickname, email address or number.',
  application_unknown: () => 'No application has, or had, this client_id.',
  date_unreadable: () => 'Enter a day such as 2026-11-15.',
  dates_reversed: () => 'This day is before the first day of the range.',
  limit_range: ({ most }) => `Enter a whole number from 1 to ${most}, or nothing for the usual limit.`,

  identifier_missing: () => 'Enter the identifier of the API, such as https://api.example.org/.',
  identifier_long: ({ most }) => `An identifier has at most ${characters(most)}.`,
  identifier_fragment: () => 'An identifier has no fragment: leave out the # and what follows it.',
  identifier_malformed: () =>
    'An identifier is an absolute URI in ASCII without spaces, user name or password, such as https://api.example.org/.',
  identifier_unreadable: () =>
    'The host or the port of this identifier cannot be read. Check them; a port is at most 65535.',
  identifier_own: () => 'This is the address of this service itself, which needs no entry here.',
  identifier_taken: () => 'An API with this identifier exists already.',
  seconds_range: ({ least, most }) => `Enter a whole number of seconds from ${least} to ${most}, or nothing.`,
  resources_many: ({ most }) => `There are ${most} APIs already. Delete one that is no longer needed.`,
  resource_name_differs: () => 'This is not the name of the API.',

  ...webhookFaults,
};
