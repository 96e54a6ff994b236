/** The addresses of the developer's portal: the list, one application with its tabs, and what is done to it. */
import type { Handler, Route } from '../../http/route.ts';
import { showCredentials } from './credentials.ts';
import { showApplicationDelete, submitApplicationDelete } from './delete.ts';
import { showApplicationEdit } from './edit.ts';
import { showApplications, submitApplication } from './list.ts';
import { LOGO_BODY_BYTES, showLogo, submitLogo, submitLogoRemoval } from './logo.ts';
import { showNewApplication } from './new.ts';
import { showApplication, submitApplicationChange } from './overview.ts';
import { showPermissions, submitPermissions } from './permissions.ts';
import { submitRotation, submitSecret, submitSecretRemoval } from './secrets.ts';
import { showSettings, submitTokenRevocation } from './settings.ts';
import { submitAcceptance, submitOffer, submitRefusal, submitWithdrawal } from './transfer.ts';
import { showUsers } from './users.ts';

const LIST = '/oauth/applications';
const ONE = `${LIST}/:id`;

export const PORTAL_ROUTES: readonly Route[] = [
  shown(LIST, showApplications),
  sent(LIST, submitApplication),
  shown(`${LIST}/new`, showNewApplication),
  shown(ONE, showApplication),
  sent(ONE, submitApplicationChange),
  shown(`${ONE}/edit`, showApplicationEdit),
  shown(`${ONE}/credentials`, showCredentials),
  sent(`${ONE}/secrets`, submitSecret),
  sent(`${ONE}/secrets/rotate`, submitRotation),
  sent(`${ONE}/secrets/:secret/remove`, submitSecretRemoval),
  shown(`${ONE}/permissions`, showPermissions),
  sent(`${ONE}/permissions`, submitPermissions),
  shown(`${ONE}/users`, showUsers),
  shown(`${ONE}/settings`, showSettings),
  { ...sent(`${ONE}/logo`, submitLogo), bodyLimitBytes: LOGO_BODY_BYTES },
  sent(`${ONE}/logo/remove`, submitLogoRemoval),
  sent(`${ONE}/tokens/revoke`, submitTokenRevocation),
  sent(`${ONE}/transfer`, submitOffer),
  sent(`${ONE}/transfer/withdraw`, submitWithdrawal),
  sent(`${ONE}/transfer/accept`, submitAcceptance),
  sent(`${ONE}/transfer/decline`, submitRefusal),
  shown(`${ONE}/delete`, showApplicationDelete),
  sent(`${ONE}/delete`, submitApplicationDelete),
  { method: 'GET', path: '/logos/:file', kind: 'asset', handler: showLogo },
];

function shown(path: string, handler: Handler): Route {
  return { method: 'GET', path, kind: 'page', handler };
}

function sent(path: string, handler: Handler): Route {
  return { method: 'POST', path, kind: 'page', handler };
}
