/** Every address of the service: whom it needs, and its handler. A new endpoint is one handler and one row here. */
import { showAsset, showIcon } from '../http/browser/assets.ts';
import { ENDPOINT_PATHS } from '../protocol/endpoint-paths.ts';
import { showAvatar } from './account/avatar.ts';
import { ACCOUNT, AUTHORIZED_APPLICATIONS } from './account-routes.ts';
import { ADMINISTRATION } from './administration-routes.ts';
import { API_ROWS } from './api-routes.ts';
import { showConnect } from './applications/connect.ts';
import { showCredentials } from './applications/credentials.ts';
import { showApplicationDelete, submitApplicationDelete } from './applications/delete.ts';
import { showApplicationEvents, showFamilies, showFamily, submitFamilyRevocation } from './applications/families.ts';
import { isDangerousEdit, isDangerousRequirement } from './applications/fields.ts';
import { showApplicationEdit, showEditAgain, showNewApplication, showRegistrationAgain } from './applications/form.ts';
import { showApplications, submitApplication } from './applications/list.ts';
import { showLogo, submitLogo, submitLogoRemoval } from './applications/logo.ts';
import { showApplication, submitApplicationChange } from './applications/overview.ts';
import { showPermissions, showPermissionsAgain, submitPermissions } from './applications/permissions.ts';
import { submitRedirectUri } from './applications/redirect-uris.ts';
import { showActivity, showRequest, showRequests } from './applications/requests.ts';
import { submitRotation, submitSecret, submitSecretRemoval } from './applications/secrets.ts';
import { showSettings, submitApprovalRequest, submitTokenRevocation } from './applications/settings.ts';
import {
  showOfferAgain,
  submitAcceptance,
  submitOffer,
  submitRefusal,
  submitWithdrawal,
} from './applications/transfer.ts';
import { showUsers } from './applications/users.ts';
import {
  showDocsApi,
  showDocsClients,
  showDocsEndpoints,
  showDocsErrors,
  showDocsParts,
  showDocsProtect,
  showDocsScopes,
  showDocsStart,
  showDocsTokens,
  showDocsWebhooks,
} from './docs/docs.ts';
import { showError, showTracedError } from './docs/error-explained.ts';
import { createReady, live, type ServiceState } from './health.ts';
import { get, post, type Row } from './needs.ts';
import { authorize, decideAuthorization } from './oauth/authorize.ts';
import { check } from './oauth/check.ts';
import { tellingOfSecrets } from './oauth/in-address.ts';
import { introspect } from './oauth/introspect.ts';
import { leaked } from './oauth/leaked.ts';
import { metadata, noOpenidMetadata } from './oauth/metadata.ts';
import { showCode } from './oauth/out-of-band.ts';
import { describeResource, ownResourceMetadata } from './oauth/resource-metadata.ts';
import { revocations } from './oauth/revocations.ts';
import { revoke } from './oauth/revoke.ts';
import { token } from './oauth/token.ts';
import { whoami } from './oauth/whoami.ts';
import { PICTURE_BODY_BYTES } from './picture-reply.ts';
import { showPlaygroundCallback } from './playground/callback.ts';
import { showPlayground, submitPlayground } from './playground/playground.ts';
import { showSearch } from './search.ts';
import { showConfirm, submitConfirm } from './sign-in/confirm.ts';
import { showSignInLink, submitSignInLink } from './sign-in/link.ts';
import { showSetup, submitSetup } from './sign-in/setup.ts';
import { showSignIn, submitSignIn } from './sign-in/sign-in.ts';
import { submitSignOut } from './sign-in/sign-out.ts';
import { showSignUp, submitSignUp } from './sign-in/sign-up.ts';
import { WEBHOOKS } from './webhook-routes.ts';
import { whereApplicationWas } from './where-deleted.ts';

/** What applications call. */
const CLIENTS: readonly Row[] = [
  get(ENDPOINT_PATHS.authorize, { needs: 'visitor', handler: tellingOfSecrets(authorize), mayReturn: true }),
  // An authorization request may be sent by POST too (RFC 6749 §3.1), and then carries no token of ours.
  post(ENDPOINT_PATHS.authorize, { needs: 'visitor', form: 'handler', handler: decideAuthorization }),
  get(`${ENDPOINT_PATHS.authorize}/:code`, { needs: 'account', handler: showCode }),
  post(ENDPOINT_PATHS.token, { needs: 'nobody', kind: 'open-api', handler: tellingOfSecrets(token) }),
  post(ENDPOINT_PATHS.revoke, { needs: 'nobody', kind: 'open-api', handler: tellingOfSecrets(revoke) }),
  post(ENDPOINT_PATHS.introspect, {
    needs: 'nobody',
    kind: 'api',
    isRead: true,
    handler: tellingOfSecrets(introspect),
  }),
  post(ENDPOINT_PATHS.leaked, { needs: 'nobody', kind: 'api', handler: leaked }),
  get(ENDPOINT_PATHS.revocations, { needs: 'nobody', kind: 'api', handler: revocations }),
  get(ENDPOINT_PATHS.check, { needs: 'nobody', kind: 'api', handler: check }),
  get(ENDPOINT_PATHS.whoami, { needs: 'nobody', kind: 'open-api', handler: whoami }),
  get(ENDPOINT_PATHS.metadata, { needs: 'nobody', kind: 'open-api', handler: metadata }),
  get(ENDPOINT_PATHS.openidMetadata, { needs: 'nobody', kind: 'open-api', handler: noOpenidMetadata }),
  get(ENDPOINT_PATHS.resourceMetadata, { needs: 'nobody', kind: 'open-api', handler: ownResourceMetadata }),
  get(`${ENDPOINT_PATHS.resourceMetadata}/:resource`, {
    needs: 'nobody',
    kind: 'open-api',
    handler: describeResource,
  }),
];

const SIGN_IN: readonly Row[] = [
  get('/sign-in', { needs: 'visitor', handler: showSignIn }),
  post('/sign-in', { needs: 'visitor', form: 'stranger', handler: submitSignIn }),
  // No session to end, and sign-up that is closed, are answered before the form is judged.
  post('/sign-out', { needs: 'visitor', form: 'handler', handler: submitSignOut }),
  get('/sign-up', { needs: 'visitor', handler: showSignUp }),
  post('/sign-up', { needs: 'visitor', form: 'handler', handler: submitSignUp }),
  get('/sign-in/link/:token', { needs: 'visitor', handler: showSignInLink }),
  post('/sign-in/link/:token', { needs: 'visitor', form: 'stranger', handler: submitSignInLink }),
  get('/setup/:token', { needs: 'visitor', handler: showSetup }),
  post('/setup/:token', { needs: 'visitor', form: 'stranger', handler: submitSetup }),
  get('/confirm', { needs: 'visitor', handler: showConfirm }),
  post('/confirm', { needs: 'account', handler: submitConfirm }),
];

const LIST = '/oauth/applications';
const ONE = `${LIST}/:id`;
/** The pages of the playground carry the whole run along. */
const RUN_BODY_BYTES = 262_144;

const MANAGED = { needs: 'managed application' } as const;
const SHOWN = { ...MANAGED, mayReturn: true } as const;
const CHANGES = { ...MANAGED, limit: 'changes' } as const;
/** A browser left open is not enough to take an application over. */
const SECRETS = { ...MANAGED, confirmed: true, limit: 'secrets' } as const;
const TRANSFERS = { ...MANAGED, confirmed: true, limit: 'transfers', back: `${ONE}/settings` } as const;
const OFFERED = { needs: 'account', back: LIST } as const;
const LOGO = { ...MANAGED, limit: 'logos', back: `${ONE}/settings` } as const;

const APPLICATIONS: readonly Row[] = [
  get(LIST, { needs: 'account', handler: showApplications, mayReturn: true }),
  post(LIST, { needs: 'account', back: `${LIST}/new`, handler: submitApplication, again: showRegistrationAgain }),
  get(`${LIST}/new`, { needs: 'account', handler: showNewApplication, mayReturn: true }),
  get(ONE, { ...SHOWN, handler: showApplication }),
  post(ONE, {
    ...CHANGES,
    back: `${ONE}/edit`,
    confirmedWhen: isDangerousEdit,
    handler: submitApplicationChange,
    again: showEditAgain,
  }),
  get(`${ONE}/edit`, { ...SHOWN, handler: showApplicationEdit }),
  get(`${ONE}/connect`, { ...SHOWN, handler: showConnect }),
  get(`${ONE}/credentials`, { ...SHOWN, handler: showCredentials }),
  post(`${ONE}/secrets`, { ...SECRETS, back: `${ONE}/credentials`, handler: submitSecret }),
  post(`${ONE}/secrets/rotate`, { ...SECRETS, back: `${ONE}/credentials`, handler: submitRotation }),
  post(`${ONE}/secrets/:secret/remove`, { ...SECRETS, back: `${ONE}/credentials`, handler: submitSecretRemoval }),
  post(`${ONE}/approval`, { ...CHANGES, back: ONE, handler: submitApprovalRequest }),
  post(`${ONE}/tokens/revoke`, { ...SECRETS, back: `${ONE}/settings`, handler: submitTokenRevocation }),
  get(`${ONE}/permissions`, { ...SHOWN, handler: showPermissions }),
  post(`${ONE}/permissions`, {
    ...CHANGES,
    confirmedWhen: isDangerousRequirement,
    handler: submitPermissions,
    again: showPermissionsAgain,
  }),
  get(`${ONE}/users`, { ...SHOWN, handler: showUsers }),
  get(`${ONE}/settings`, { ...SHOWN, handler: showSettings }),
  post(`${ONE}/logo`, {
    ...LOGO,
    form: 'file',
    fileField: 'logo',
    bodyLimitBytes: PICTURE_BODY_BYTES,
    handler: submitLogo,
  }),
  post(`${ONE}/logo/remove`, { ...CHANGES, back: `${ONE}/settings`, handler: submitLogoRemoval }),
  post(`${ONE}/transfer`, { ...TRANSFERS, handler: submitOffer, again: showOfferAgain }),
  // Not counted: whoever has spent the offers of an hour must not keep the owner from withdrawing the last one.
  post(`${ONE}/transfer/withdraw`, { ...MANAGED, confirmed: true, back: `${ONE}/settings`, handler: submitWithdrawal }),
  post(`${ONE}/transfer/accept`, { ...OFFERED, confirmed: true, limit: 'transfers', handler: submitAcceptance }),
  post(`${ONE}/transfer/decline`, { ...OFFERED, handler: submitRefusal }),
  get(`${ONE}/delete`, { ...SHOWN, confirmed: true, handler: showApplicationDelete }),
  post(`${ONE}/delete`, {
    ...MANAGED,
    confirmed: true,
    handler: submitApplicationDelete,
    whenGone: whereApplicationWas,
  }),
  get(`${ONE}/families`, { ...SHOWN, handler: showFamilies }),
  get(`${ONE}/families/:family`, { ...SHOWN, handler: showFamily }),
  post(`${ONE}/families/:family/revoke`, {
    ...SECRETS,
    back: `${ONE}/families/:family`,
    handler: submitFamilyRevocation,
  }),
  post(`${ONE}/redirect_uris`, { ...CHANGES, confirmed: true, back: `${ONE}/activity`, handler: submitRedirectUri }),
  get(`${ONE}/activity`, { ...SHOWN, handler: showActivity }),
  get(`${ONE}/activity/events`, { ...SHOWN, handler: showApplicationEvents }),
  get(`${ONE}/requests`, { ...SHOWN, handler: showRequests }),
  get(`${ONE}/requests/:trace`, { ...SHOWN, handler: showRequest }),
  get(`${ONE}/test`, { ...SHOWN, handler: showPlayground }),
  post(`${ONE}/test`, {
    needs: 'owned application',
    limit: 'steps',
    bodyLimitBytes: RUN_BODY_BYTES,
    handler: submitPlayground,
  }),
  get(`${ONE}/test/callback`, { needs: 'owned application', handler: showPlaygroundCallback }),
];

const DOCUMENTATION: readonly Row[] = [
  get('/search', { needs: 'visitor', handler: showSearch, mayReturn: true }),
  get('/docs', { needs: 'visitor', handler: showDocsStart }),
  get('/docs/endpoints', { needs: 'visitor', handler: showDocsEndpoints }),
  get('/docs/tokens', { needs: 'visitor', handler: showDocsTokens }),
  get('/docs/scopes', { needs: 'visitor', handler: showDocsScopes }),
  get('/docs/errors', { needs: 'visitor', handler: showDocsErrors }),
  get('/docs/clients', { needs: 'visitor', handler: showDocsClients }),
  get('/docs/protect', { needs: 'visitor', handler: showDocsProtect }),
  get('/docs/webhooks', { needs: 'visitor', handler: showDocsWebhooks }),
  get('/docs/api', { needs: 'visitor', handler: showDocsApi }),
  get('/docs/parts', { needs: 'visitor', handler: showDocsParts }),
  get('/errors/:error', { needs: 'visitor', handler: showError, mayReturn: true }),
  get('/errors/:error/:shortTrace', { needs: 'visitor', handler: showTracedError, mayReturn: true }),
];

const FILES: readonly Row[] = [
  get('/favicon.ico', { needs: 'nobody', kind: 'asset', handler: showIcon }),
  get('/assets/:file', { needs: 'nobody', kind: 'asset', handler: showAsset }),
  get('/avatars/:file', { needs: 'nobody', kind: 'asset', handler: showAvatar }),
  get('/logos/:file', { needs: 'nobody', kind: 'asset', handler: showLogo }),
];

/** Every row but those of health, which have to know whether the service drains. */
export const ROWS: readonly Row[] = [
  ...CLIENTS,
  ...API_ROWS,
  ...SIGN_IN,
  ...ACCOUNT,
  ...AUTHORIZED_APPLICATIONS,
  ...APPLICATIONS,
  ...WEBHOOKS,
  ...ADMINISTRATION,
  ...DOCUMENTATION,
  ...FILES,
];

export function healthRows(state: ServiceState): readonly Row[] {
  return [
    get('/health/live', { needs: 'nobody', kind: 'health', handler: live }),
    get('/health/ready', { needs: 'nobody', kind: 'health', handler: createReady(state) }),
  ];
}
