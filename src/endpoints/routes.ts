/** Every address of the service, and the door behind it. A new endpoint is one file and one line here. */
import { ASSET_ROUTE } from '../http/browser/page-assets.ts';
import type { Handler, Kind, Route } from '../http/route.ts';
import { showAccount, submitProfile } from './account/account.ts';
import { showAuthorizedApplication, submitScopeRemoval } from './account/authorized-application.ts';
import {
  showAuthorizedApplications,
  submitRevocation,
  submitRevocationOfAll,
} from './account/authorized-applications.ts';
import { showAvatar } from './account/avatar.ts';
import { downloadData } from './account/data.ts';
import { showAccountDelete, submitAccountDelete } from './account/delete.ts';
import { submitEmail } from './account/email.ts';
import { showEvents } from './account/events.ts';
import { showHome } from './account/home.ts';
import { submitPassword } from './account/password.ts';
import { showPublicProfile } from './account/public-profile.ts';
import { showSessions, submitEndSession } from './account/sessions.ts';
import { ADMIN_ROUTES } from './admin/admin-routes.ts';
import { showFamilies, showFamily } from './applications/families.ts';
import { PORTAL_ROUTES } from './applications/portal-routes.ts';
import { submitRedirectUri } from './applications/redirect-uris.ts';
import { showRequest, showRequests } from './applications/requests.ts';
import { DOCS_ROUTES } from './docs/docs.ts';
import { showError, showTracedError } from './docs/error-explained.ts';
import { createReady, live } from './health.ts';
import { authorize, decideAuthorization } from './oauth/authorize.ts';
import { CLIENT_ROUTES } from './oauth/client-routes.ts';
import { metadata } from './oauth/metadata.ts';
import { showCode } from './oauth/out-of-band.ts';
import { PLAYGROUND_ROUTES } from './playground/playground-routes.ts';
import { showConfirm, submitConfirm } from './sign-in/confirm.ts';
import { showSetup, submitSetup } from './sign-in/setup.ts';
import { showSignIn, submitSignIn } from './sign-in/sign-in.ts';
import { submitSignOut } from './sign-in/sign-out.ts';
import { showSignUp, submitSignUp } from './sign-in/sign-up.ts';

export function listRoutes({ isDraining }: { readonly isDraining: () => boolean }): readonly Route[] {
  return [
    ...at('/', 'page', { get: showHome }),
    ...at('/sign-in', 'page', { get: showSignIn, post: submitSignIn }),
    ...at('/sign-out', 'page', { post: submitSignOut }),
    ...at('/sign-up', 'page', { get: showSignUp, post: submitSignUp }),
    ...at('/setup/:token', 'page', { get: showSetup, post: submitSetup }),
    ...at('/confirm', 'page', { get: showConfirm, post: submitConfirm }),
    ...at('/account', 'page', { get: showAccount, post: submitProfile }),
    ...at('/account/email', 'page', { post: submitEmail }),
    ...at('/account/password', 'page', { post: submitPassword }),
    ...at('/account/sessions', 'page', { get: showSessions }),
    ...at('/account/sessions/end', 'page', { post: submitEndSession }),
    ...at('/account/events', 'page', { get: showEvents }),
    ...at('/account/data', 'page', { get: downloadData }),
    ...at('/account/delete', 'page', { get: showAccountDelete, post: submitAccountDelete }),
    ...PORTAL_ROUTES,
    ...at('/oauth/applications/:id/families', 'page', { get: showFamilies }),
    ...at('/oauth/applications/:id/families/:family', 'page', { get: showFamily }),
    ...at('/oauth/applications/:id/redirect_uris', 'page', { post: submitRedirectUri }),
    ...at('/oauth/applications/:id/requests', 'page', { get: showRequests }),
    ...at('/oauth/applications/:id/requests/:trace', 'page', { get: showRequest }),
    ...at('/oauth/authorized_applications', 'page', { get: showAuthorizedApplications }),
    ...at('/oauth/authorized_applications/revoke_all', 'page', { post: submitRevocationOfAll }),
    ...at('/oauth/authorized_applications/:id', 'page', { get: showAuthorizedApplication }),
    ...at('/oauth/authorized_applications/:id/scopes/remove', 'page', { post: submitScopeRemoval }),
    ...at('/oauth/authorized_applications/:id/revoke', 'page', { post: submitRevocation }),
    ...at('/oauth/authorize', 'page', { get: authorize, post: decideAuthorization }),
    ...at('/oauth/authorize/:code', 'page', { get: showCode }),
    ...CLIENT_ROUTES,
    ...PLAYGROUND_ROUTES,
    ...DOCS_ROUTES,
    ...at('/errors/:name', 'page', { get: showError }),
    ...at('/errors/:name/:trace', 'page', { get: showTracedError }),
    ...at('/.well-known/oauth-authorization-server', 'open-api', { get: metadata }),
    ...at('/health/live', 'health', { get: live }),
    ...at('/health/ready', 'health', { get: createReady(isDraining) }),
    ...at('/users/:id', 'page', { get: showPublicProfile }),
    ...at('/avatars/:file', 'asset', { get: showAvatar }),
    ...ADMIN_ROUTES,
    ASSET_ROUTE,
  ];
}

function at(path: string, kind: Kind, doors: { readonly get?: Handler; readonly post?: Handler }): Route[] {
  const { get, post } = doors;
  return [
    ...(get ? [{ method: 'GET', path, kind, handler: get } as const] : []),
    ...(post ? [{ method: 'POST', path, kind, handler: post } as const] : []),
  ];
}
