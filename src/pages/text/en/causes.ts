/** English headings and advice for causes that a diagnosis knows more precisely than the reason of the refusal. */

import type { ReasonToAsk } from '../../../protocol/authorize/silent.ts';
import type { AddressDifference } from '../../../protocol/clients/address-difference.ts';
import type { RefinedCause, UnfitParameter } from '../../../protocol/diagnosis/cause.ts';

export interface CauseWords {
  /** The heading, without a full stop; names of the protocol between backticks. */
  readonly title: string;
  readonly remedy: string;
}

export type CauseTexts = {
  readonly [Kind in RefinedCause['kind']]: (cause: Extract<RefinedCause, { kind: Kind }>) => CauseWords;
};

const SAME_URI = 'Send the expected URI, character for character, or register this one.';

const addresses: { readonly [Name in AddressDifference]: string } = {
  space: 'White space around the `redirect_uri`',
  quotes: 'Quotation marks around the `redirect_uri`',
  encoded_whole: 'The `redirect_uri` is percent-encoded twice',
  scheme: 'The `redirect_uri` has another scheme (http or https)',
  www_extra: 'The `redirect_uri` has an extra `www.`',
  www_missing: 'The `redirect_uri` lacks its `www.`',
  loopback_name: 'The `redirect_uri` names this computer differently',
  host: 'The `redirect_uri` leads to another host',
  port: 'The `redirect_uri` has another port',
  slash_extra: 'The `redirect_uri` has an extra trailing slash',
  slash_missing: 'The `redirect_uri` lacks its trailing slash',
  case: 'The `redirect_uri` differs in upper and lower case',
  encoding: 'The `redirect_uri` is percent-encoded differently',
  path: 'The `redirect_uri` has another path',
  query_extra: 'The `redirect_uri` has an extra query',
  query_missing: 'The `redirect_uri` lacks its query',
  query_order: 'The query of the `redirect_uri` has another order',
  query: 'The `redirect_uri` has another query',
  fragment: 'The `redirect_uri` has a fragment',
  other: 'The `redirect_uri` differs',
};

const kinds = {
  access: 'an access token',
  refresh: 'a refresh token',
  code: 'an authorization code',
  secret: 'a client secret',
};

/** Where the right value is found, by the parameter that it is sent in. */
function rightValue(parameter: string): string {
  switch (parameter) {
    case 'refresh_token':
      return 'Send the value that the token answer calls `refresh_token`.';
    case 'code':
      return 'Send the `code` from the address that the user came back to.';
    case 'client_secret':
      return 'Send a secret from the Credentials tab.';
    default:
      return 'Send the value that the token answer calls `access_token`.';
  }
}

const unfit: { readonly [Parameter in UnfitParameter]: string } = {
  response_mode: 'Leave `response_mode` out, or send `query`: the answer comes in the query of the redirect URI.',
  state: 'Send a short random `state`, and keep what belongs to it in the session that made the request.',
  nonce: 'Send a short random `nonce`.',
  prompt: 'Send `none` alone, or leave it out.',
  code_challenge:
    'Send the SHA-256 of the verifier, base64url-encoded without `=` at the end: 43 characters. The verifier itself, or a digest in hex, is no challenge.',
};

const SHOW_THE_PAGE = 'Send the user here without `prompt=none`.';

const asking: { readonly [Why in ReasonToAsk]: CauseWords } = {
  never_certain: {
    title: '`prompt=none` was sent, and users of this application are asked every time',
    remedy: `Renew with the refresh token, which shows nothing either. Any program can receive the answer to a public application without an \`https\` redirect URI, so nothing passes unseen.`,
  },
  not_allowed: {
    title: '`prompt=none` was sent, and the user has not allowed this application yet',
    remedy: SHOW_THE_PAGE,
  },
  more_asked: {
    title: '`prompt=none` was sent, and the user has not allowed all of this scope',
    remedy: `Ask for what the last token answer called \`scope\`. To get more: ${SHOW_THE_PAGE.replace('Send', 'send')}`,
  },
  too_often: {
    title: '`prompt=none` was sent, and the application has had its codes for this user in this hour',
    remedy:
      'Renew with the refresh token, which shows nothing either. An administrator can let the application have more codes for one user.',
  },
};

const ASK_AGAIN = 'Refreshing does not help. Forget the tokens and send the user to the authorization page again.';

const endings: { readonly [What in Extract<RefinedCause, { kind: 'ended' }>['what']]: CauseWords } = {
  account: {
    title: 'The user’s account was disabled or deleted',
    remedy: 'Refreshing does not help. Forget the tokens.',
  },
  application: { title: 'The application was deleted', remedy: 'Refreshing does not help. Register it again.' },
  suspension: {
    title: 'The application is suspended',
    remedy: 'Keep the tokens: once the suspension is lifted, those that have not expired work again.',
  },
  consent: { title: 'The user removed the application’s access', remedy: ASK_AGAIN },
  term: { title: 'The access that the user gave has ended', remedy: ASK_AGAIN },
  family: { title: 'Everything from this authorization was revoked', remedy: ASK_AGAIN },
  limit: { title: 'The authorization has reached its longest lifetime', remedy: ASK_AGAIN },
  pair: { title: 'A newer answer has replaced this one', remedy: 'Use the tokens of the newest answer.' },
  permissions: { title: 'The user took back the last permission', remedy: ASK_AGAIN },
};

const scopes: { readonly [What in Extract<RefinedCause, { kind: 'scope' }>['what']]: CauseWords } = {
  malformed: {
    title: 'The scope is malformed',
    remedy: 'Send names separated by spaces, not by commas and without quotes.',
  },
  refused: {
    title: 'The application may not ask for this scope',
    remedy: 'Compare it with the scopes on the application’s page.',
  },
  unknown: {
    title: 'This service has no such scope',
    remedy: 'Compare it with the scopes on the application’s page.',
  },
  not_allowed: {
    title: 'The scope is not ticked for this application',
    remedy: 'Tick it on the application’s page, or leave it out of the request.',
  },
};

export const causes: CauseTexts = {
  address: ({ difference }) => ({ title: addresses[difference], remedy: SAME_URI }),
  challenge_missing: () => ({
    title: 'The request has no `code_challenge`',
    remedy:
      'Use PKCE: turn it on in your library, or create a random `code_verifier`, send its SHA-256 as `code_challenge` with `code_challenge_method=S256`, and send the verifier with the exchange.',
  }),
  challenge_method: () => ({
    title: 'Only the `code_challenge_method` `S256` is accepted',
    remedy:
      'Send the SHA-256 of the verifier, base64url-encoded, as `code_challenge`, and `code_challenge_method=S256`.',
  }),
  parameter_unfit: ({ parameter }) => ({
    title: `The value of \`${parameter}\` cannot be used here`,
    remedy: unfit[parameter],
  }),
  must_ask: ({ why }) => asking[why],
  foreign_frame: () => ({
    title: '`prompt=none` was sent in a frame of another site, where nobody is ever signed in',
    remedy:
      'The browser keeps the session from such a frame. Renew with the refresh token, which shows nothing either, or send the whole window here.',
  }),
  no_redirect_uris: () => ({
    title: 'This application has no redirect URIs',
    remedy:
      'A machine gets its tokens with `grant_type=client_credentials` and has no users. To send users here, edit the application: choose another kind, and add a redirect URI.',
  }),
  parameter_doubled: ({ parameter }) => ({
    title: `The parameter \`${parameter}\` was sent more than once`,
    remedy: 'Send it once. Look for a library that adds it beside your own.',
  }),
  parameter_missing: ({ parameter }) => ({ title: `The parameter \`${parameter}\` is missing`, remedy: 'Send it.' }),
  wrong_kind: ({ parameter, sent }) => ({
    title: `\`${parameter}\` is ${kinds[sent]}`,
    remedy: rightValue(parameter),
  }),
  cut: ({ parameter }) => ({
    title: `\`${parameter}\` was cut`,
    remedy: 'Check that the column, cookie or variable you keep it in takes 64 characters.',
  }),
  changed: ({ parameter }) => ({
    title: `\`${parameter}\` was changed on the way`,
    remedy: 'Send it exactly as you received it: without quotation marks or white space, decoded once.',
  }),
  foreign: ({ parameter }) => ({
    title: `\`${parameter}\` does not come from this service`,
    remedy: `${rightValue(parameter)} Check that you call the service that issued it.`,
  }),
  removed: ({ parameter }) => ({
    title: `Nothing belongs to this \`${parameter}\` any more`,
    remedy: 'It ended long ago, or comes from another service. Ask the user again.',
  }),
  access_expired: () => ({
    title: 'The access token has expired',
    remedy: 'Refresh it, then try the request once more.',
  }),
  access_replaced: () => ({
    title: 'The access token was replaced by a newer one',
    remedy: 'Use the access token of the newest answer, in every process that shares it.',
  }),
  ended: ({ what }) => endings[what],
  unapproved: () => ({
    title: 'The application is not approved',
    remedy:
      'Wait for an administrator: the application’s page says how it stands. Until then only its owner can give it access.',
  }),
  suspended: () => ({
    title: 'The application is suspended',
    remedy:
      'Its page says why. Keep its tokens: once the suspension is lifted, those that have not expired work again.',
  }),
  scope: ({ what }) => scopes[what],
  revoked_itself: () => ({ title: 'The application revoked the token itself', remedy: ASK_AGAIN }),
};
