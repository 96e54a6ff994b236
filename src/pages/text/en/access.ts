/** English words of access in detail: permissions, one authorised application, and the history of its tokens. */
import type { FamilyEnd, FamilyStep } from '../../../protocol/tokens/family-history.ts';
import { type Html, html } from '../../html.ts';

/** Beside a permission, wherever one is shown. */
export const access = {
  groups: { account: 'Your account', applications: 'Your applications', other: 'Also' },
  read: 'can see',
  write: 'can change',
  required: 'required',
  fresh: 'new',
  before: 'allowed before',
};

export const accessDetails = {
  changeEnd: 'Change',
  newEnd: 'Access lasts',
  untilRemoved: 'Until I remove it',
  until: (at: string) => `Until ${at}`,
  saveEnd: 'Save end date',
  back: 'All apps with access',
  lead: 'What it may do for you, what it really uses, and where it is signed in.',
  given: 'Authorized',
  ends: 'Ends',
  noEnd: 'when you remove it',
  lastUsed: 'Last used',
  forApi: (name: Html) => html`For the API ${name}`,
  permissions: 'Permissions',
  permissionsLead: 'Remove what it does not need. It loses the permission at once and keeps the others.',
  requiredExplained: 'The app cannot do without this one. To remove it, remove all its access.',
  onlyExplained: 'This is its only permission. To remove it, remove all its access.',
  used: (distance: Html) => html`last used ${distance}`,
  neverUsed: 'never used',
  unusedLong: 'not used for 90 days; it may not need it',
  removePermission: 'Remove permission',
  removeTitle: (permission: string) => `Remove the permission “${permission}”?`,
  /** Follows `removePermission`, for screen readers. */
  ofPermission: (words: string) => `the permission “${words}”`,
  removeAsk: (name: Html) =>
    html`${name} loses this permission at once, on all your devices. If it needs it again, it has to ask you.`,
  removal: 'Remove access',
  noAccess: (name: Html) => html`${name} has no access to your account.`,
  noAccessNext: 'If it asks for access, you decide then. What happened before is shown below.',
  /** Where nothing of the past is known: access that was never used leaves no trace. */
  noAccessKnown: 'If it asks for access, you decide then.',
};

/** For the user: a family is a device on which the application is signed in. */
export const families = {
  title: 'Where it is signed in',
  lead: 'Each time you authorized it, on each device. If you were signed out and wonder why, look here.',
  none: 'No active sign-ins.',
  live: 'signed in',
  ended: 'signed out',
  since: (when: Html) => html`Signed in ${when}`,
  sinceUnknown: 'Signed in at a time that is no longer known',
  lastUsed: 'Last used',
  timeline: 'What happened',
  older: 'Older entries are not shown.',
  steps: {
    issued: 'It was signed in',
    rotated: 'It renewed its access',
    retried: 'It renewed its access again, because an answer was lost',
    refused: 'It could not renew its access',
    used: 'It last used its access',
    reuse_detected: 'A used-up key was presented again',
    code_replayed: 'A one-time code was used twice',
    ended: 'It was signed out',
  } satisfies { readonly [Step in FamilyStep]: string },
  because: {
    refresh_token_reused:
      'Somebody presented a key that had been replaced. Nobody can tell a thief from the application then, so this sign-in was ended.',
    code_replayed:
      'Somebody presented its one-time code a second time. A copy may be in the wrong hands, so this sign-in was ended.',
    leaked: 'One of its keys was found where others could read it, so this sign-in was ended.',
    revoked_by_client: 'The application itself signed you out.',
    revoked_by_operator: 'The operator of this service ended it.',
    revoked_by_owner: 'The developer of the application ended the access of all its users.',
    family_revoked_by_owner: 'The developer of the application ended this sign-in.',
    removed: 'You removed its access.',
    removed_with_all: 'You removed the access of all applications.',
    account_disabled: 'Your account was disabled.',
    account_deleted: 'Your account was deleted.',
    ended: 'It reached the end that was set for it.',
    suspended: 'The operator of this service suspended the application. Its access rests until that is lifted.',
    unused: 'It was not used for too long.',
    permissions_removed: 'You took back every permission it had.',
    unknown: 'That was too long ago to tell.',
  } satisfies { readonly [End in FamilyEnd]: string },
};

/** For the developer: the same in the protocol's terms, without the user's identity. */
export const tokenFamilies = {
  lead: 'All tokens that came from one authorization code are a family. A user asks why they were signed out? Find the time here and open the timeline. You see times, not people.',
  caption: 'Token families of this application, the latest activity first',
  emptyTitle: 'No user has exchanged a code yet',
  emptyText:
    'As soon as the application exchanges its first authorization code, its families are listed here, each with a timeline of what was issued, rotated, reused and revoked.',
  find: 'Find by request ID or family number',
  sought: 'Request ID or family number',
  soughtHint: 'A request ID leads to the family of that request. For a number, the beginning is enough.',
  nothingFound: {
    title: 'No matches',
    text: 'No family with recent activity has this number, and no request that is still kept has this ID.',
  },
  family: 'Family',
  started: 'Started',
  lastUsed: 'Last used',
  state: 'State',
  live: 'live',
  ended: 'ended',
  recent: 'Most recent activity first.',
  heading: (number: Html) => html`Token family ${number}`,
  timelineLead: 'What was issued, rotated and used, newest first, and why it ended.',
  back: 'All token families',
  scope: 'Scope',
  timeline: 'Timeline',
  revocation: 'Revocation',
  revocationText:
    'For a sign-in that looks stolen. Every access and refresh token of this family stops working at once; other families keep working, and the user’s consent stays.',
  revocationSubmit: 'Revoke this family',
  revocationTitle: (number: Html) => html`Revoke token family ${number}?`,
  revocationAsk:
    'The user is signed out of the application where these tokens are used, and has to sign in there again. This cannot be undone.',
  steps: {
    issued: 'Code exchanged, first pair issued',
    rotated: 'Refreshed: a new pair was issued',
    retried: 'Refreshed again with the same refresh token; allowed, since the new pair was not used yet',
    refused: 'Refresh refused',
    used: 'Last use of an access token',
    reuse_detected: 'Superseded refresh token used again (invalid_grant)',
    code_replayed: 'Authorization code exchanged a second time (invalid_grant)',
    ended: 'Ended: every token of the family is dead',
  } satisfies { readonly [Step in FamilyStep]: string },
  /** The short reason, for the list. */
  brief: {
    refresh_token_reused: 'refresh token reused',
    code_replayed: 'code used twice',
    leaked: 'a token leaked',
    revoked_by_client: 'revoked by the application',
    revoked_by_operator: 'revoked by the operator',
    revoked_by_owner: 'all tokens revoked by the owner',
    family_revoked_by_owner: 'revoked by the owner',
    removed: 'removed by the user',
    removed_with_all: 'removed by the user, with all others',
    account_disabled: 'account disabled',
    account_deleted: 'account deleted',
    ended: 'end reached',
    suspended: 'application suspended',
    unused: 'unused for too long',
    permissions_removed: 'every scope removed by the user',
    unknown: 'reason no longer known',
  } satisfies { readonly [End in FamilyEnd]: string },
  because: {
    refresh_token_reused:
      'A refresh token was used after a successor of it had been used and the leeway was over. That is how theft looks (RFC 9700 §4.14.2). Store a new pair before you use it, and never go back to an older one.',
    code_replayed:
      'The same code was exchanged twice, the second time with everything right. Exchange a code once; a page that is reloaded must not exchange it again.',
    leaked:
      'Somebody found a token of it where others could read it and reported it (/oauth/leaked). Look for tokens in your logs, repositories and error reports.',
    revoked_by_client: 'Your application revoked a token of it (/oauth/revoke).',
    revoked_by_operator: 'The operator of this service revoked it.',
    revoked_by_owner: 'You, or whoever owned the application then, revoked all tokens.',
    family_revoked_by_owner: 'You, or whoever owned the application then, revoked this family.',
    removed: 'The user removed the access of your application. Send them to the authorization page again.',
    removed_with_all: 'The user removed the access of all applications. Send them to the authorization page again.',
    account_disabled: 'The account was disabled by the operator.',
    account_deleted: 'The user deleted the account.',
    ended: 'It reached its end: the user chose one at consent, or the service sets one.',
    suspended: 'The application is suspended. Tokens that have not expired work again once that is lifted.',
    unused: 'No refresh for longer than refresh tokens live without use.',
    permissions_removed: 'The user took back every scope it had.',
    unknown: 'That was too long ago to tell.',
  } satisfies { readonly [End in FamilyEnd]: string },
};
