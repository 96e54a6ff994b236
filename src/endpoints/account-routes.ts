/** The addresses of people's own pages: home, account, and the apps that they gave access. */
import {
  repeatPassword,
  showAccount,
  showEmail,
  showEmailAgain,
  showPassword,
  showPrivacy,
  showProfileAgain,
  submitEmail,
  submitPassword,
  submitPicture,
  submitPictureRemoval,
  submitProfile,
  toPasswordForm,
} from './account/account.ts';
import { showAuthorizedApplication, submitEnd, submitScopeRemoval } from './account/authorized-application.ts';
import {
  showAuthorizedApplications,
  submitRevocation,
  submitRevocationOfAll,
} from './account/authorized-applications.ts';
import { downloadData } from './account/data.ts';
import { repeatAccountDelete, showAccountDelete, submitAccountDelete } from './account/delete.ts';
import { showEvents } from './account/events.ts';
import { showHome } from './account/home.ts';
import { showLook, submitLook } from './account/look.ts';
import { showPublicProfile } from './account/public-profile.ts';
import { showSessions, submitEndSession } from './account/sessions.ts';
import { DATA_READY } from './addresses.ts';
import { get, post, type Row } from './needs.ts';
import { PICTURE_BODY_BYTES } from './picture-reply.ts';

export const ACCOUNT: readonly Row[] = [
  get('/', { needs: 'visitor', handler: showHome, mayReturn: true }),
  get('/account', { needs: 'account', handler: showAccount, mayReturn: true }),
  post('/account', { needs: 'account', handler: submitProfile, again: showProfileAgain }),
  post('/account/picture', {
    needs: 'account',
    back: '/account',
    limit: 'pictures',
    form: 'file',
    fileField: 'picture',
    bodyLimitBytes: PICTURE_BODY_BYTES,
    handler: submitPicture,
  }),
  post('/account/picture/remove', {
    needs: 'account',
    back: '/account',
    limit: 'changes',
    handler: submitPictureRemoval,
  }),
  get('/account/email', { needs: 'account', handler: showEmail, mayReturn: true }),
  post('/account/email', { needs: 'account', handler: submitEmail, again: showEmailAgain }),
  get('/account/password', { needs: 'account', handler: showPassword, mayReturn: true }),
  post('/account/password', { needs: 'account', handler: submitPassword, whenSignedOut: repeatPassword }),
  // Where password managers send people (W3C, "A Well-Known URL for Changing Passwords").
  get('/.well-known/change-password', { needs: 'visitor', handler: toPasswordForm }),
  get('/account/privacy', { needs: 'account', handler: showPrivacy, mayReturn: true }),
  get('/look', { needs: 'visitor', handler: showLook, mayReturn: true }),
  post('/look', { needs: 'visitor', form: 'stranger', handler: submitLook }),
  get('/account/sessions', { needs: 'account', handler: showSessions, mayReturn: true }),
  post('/account/sessions/end', { needs: 'account', back: '/account/sessions', handler: submitEndSession }),
  get('/account/events', { needs: 'account', handler: showEvents, mayReturn: true }),
  get('/account/data', { needs: 'account', confirmed: true, back: DATA_READY, handler: downloadData }),
  get('/account/delete', { needs: 'account', handler: showAccountDelete, mayReturn: true }),
  post('/account/delete', { needs: 'account', handler: submitAccountDelete, whenSignedOut: repeatAccountDelete }),
  get('/users/:account', { needs: 'visitor', handler: showPublicProfile, mayReturn: true }),
];

const ALLOWED = '/oauth/authorized_applications';

export const AUTHORIZED_APPLICATIONS: readonly Row[] = [
  get(ALLOWED, { needs: 'account', handler: showAuthorizedApplications, mayReturn: true }),
  post(`${ALLOWED}/revoke_all`, { needs: 'account', back: ALLOWED, handler: submitRevocationOfAll }),
  get(`${ALLOWED}/:id`, { needs: 'account', handler: showAuthorizedApplication, mayReturn: true }),
  post(`${ALLOWED}/:id/scopes/remove`, { needs: 'account', back: `${ALLOWED}/:id`, handler: submitScopeRemoval }),
  // Counted, unlike taking access away, which must always be possible.
  post(`${ALLOWED}/:id/ends`, { needs: 'account', limit: 'changes', back: `${ALLOWED}/:id`, handler: submitEnd }),
  post(`${ALLOWED}/:id/revoke`, { needs: 'account', back: ALLOWED, handler: submitRevocation }),
];
