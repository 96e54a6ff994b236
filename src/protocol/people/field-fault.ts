/** What can be wrong with a field that somebody filled in: reasons with their values; src/pages/text has the words. */

import type { RedirectRule } from '../clients/redirect-registration.ts';
import type { PictureRule } from '../pictures/png.ts';

export type FieldFault =
  | TextFault
  | AccountFault
  | PasswordFault
  | ApplicationFault
  | AnswerFault
  | AdministrationFault
  | ResourceFault
  | WebhookFault;

/** Names, descriptions, addresses and languages. */
export type TextFault =
  | { readonly reason: 'name_missing' }
  | { readonly reason: 'name_long'; readonly most: number }
  | { readonly reason: 'name_hidden_characters' }
  | { readonly reason: 'name_many_marks' }
  | { readonly reason: 'name_scripts' }
  | { readonly reason: 'description_long'; readonly most: number }
  | { readonly reason: 'description_hidden_characters' }
  | { readonly reason: 'web_address_long'; readonly most: number }
  | { readonly reason: 'web_address_long_encoded'; readonly most: number }
  | { readonly reason: 'web_address_scheme' }
  | { readonly reason: 'web_address_unreadable' }
  | { readonly reason: 'web_address_userinfo' }
  | { readonly reason: 'web_address_insecure' }
  | { readonly reason: 'picture_address_scheme' }
  | { readonly reason: 'locale_malformed' };

export type AccountFault =
  | { readonly reason: 'nickname_length'; readonly least: number; readonly most: number }
  | { readonly reason: 'nickname_at_sign' }
  | { readonly reason: 'nickname_hidden_characters' }
  | { readonly reason: 'nickname_characters' }
  | { readonly reason: 'nickname_scripts' }
  | { readonly reason: 'nickname_digits' }
  | { readonly reason: 'nickname_reserved' }
  | { readonly reason: 'nickname_taken' }
  | { readonly reason: 'email_long'; readonly most: number }
  | { readonly reason: 'email_malformed' }
  | { readonly reason: 'email_taken' };

export type PasswordFault =
  | { readonly reason: 'password_broken' }
  | { readonly reason: 'password_short'; readonly least: number }
  | { readonly reason: 'password_long'; readonly most: number }
  | { readonly reason: 'password_growing' }
  | { readonly reason: 'password_repetitive' }
  | { readonly reason: 'password_personal' }
  | { readonly reason: 'password_well_known' }
  | { readonly reason: 'password_walk' };

type ApplicationFault =
  | { readonly reason: 'application_name_reserved' }
  | { readonly reason: 'application_name_claims' }
  | { readonly reason: 'redirect_uri_rule'; readonly rule: RedirectRule; readonly others?: readonly RedirectRule[] }
  | { readonly reason: 'redirect_uri_listed_twice' }
  | { readonly reason: 'redirect_uris_missing' }
  | { readonly reason: 'redirect_uris_many'; readonly most: number; readonly count: number }
  | { readonly reason: 'scopes_missing' }
  | { readonly reason: 'scopes_unknown'; readonly names: readonly string[] }
  | { readonly reason: 'required_scopes_foreign'; readonly names: readonly string[] }
  | { readonly reason: 'applications_many'; readonly most: number }
  | { readonly reason: 'picture_refused'; readonly rule: PictureRule }
  | { readonly reason: 'transfer_nickname_missing' }
  | { readonly reason: 'transfer_account_unknown' }
  | { readonly reason: 'transfer_to_owner' }
  | { readonly reason: 'registration_forbidden' }
  | { readonly reason: 'client_id_taken' }
  | { readonly reason: 'client_id_characters' }
  | { readonly reason: 'client_id_reserved' }
  | { readonly reason: 'client_id_unreachable' }
  | { readonly reason: 'client_secret_characters' }
  | { readonly reason: 'client_secret_of_public' };

/** Questions with one right answer, or none given. */
type AnswerFault =
  | { readonly reason: 'nickname_or_email_missing' }
  | { readonly reason: 'password_missing' }
  | { readonly reason: 'password_wrong' }
  /** The new one is the one that the account has, here and below. */
  | { readonly reason: 'password_same' }
  | { readonly reason: 'email_same' }
  | { readonly reason: 'nickname_differs' }
  | { readonly reason: 'application_name_differs' };

/** What administrators fill in. */
export type AdministrationFault =
  | { readonly reason: 'reason_missing' }
  | { readonly reason: 'reason_long'; readonly most: number }
  | { readonly reason: 'reason_hidden_characters' }
  | { readonly reason: 'person_nickname_differs' }
  | { readonly reason: 'person_unknown' }
  | { readonly reason: 'application_unknown' }
  | { readonly reason: 'date_unreadable' }
  | { readonly reason: 'dates_reversed' }
  | { readonly reason: 'limit_range'; readonly most: number };

/** What is said about an API that tokens are for. */
export type ResourceFault =
  | { readonly reason: 'identifier_missing' }
  | { readonly reason: 'identifier_long'; readonly most: number }
  | { readonly reason: 'identifier_fragment' }
  | { readonly reason: 'identifier_malformed' }
  | { readonly reason: 'identifier_unreadable' }
  | { readonly reason: 'identifier_own' }
  | { readonly reason: 'identifier_taken' }
  | { readonly reason: 'seconds_range'; readonly least: number; readonly most: number }
  | { readonly reason: 'resources_many'; readonly most: number }
  | { readonly reason: 'resource_name_differs' };

/** What is said about a webhook. */
export type WebhookFault =
  | { readonly reason: 'webhook_url_missing' }
  | { readonly reason: 'webhook_url_long'; readonly most: number }
  | { readonly reason: 'webhook_url_long_encoded'; readonly most: number }
  | { readonly reason: 'webhook_url_malformed' }
  | { readonly reason: 'webhook_url_unreadable' }
  | { readonly reason: 'webhook_url_insecure' }
  | { readonly reason: 'webhook_url_forbidden' }
  | { readonly reason: 'webhook_groups_missing' }
  | {
      readonly reason: 'webhook_groups_unknown';
      readonly names: readonly string[];
      readonly offered: readonly string[];
    }
  | { readonly reason: 'webhooks_many'; readonly most: number };
