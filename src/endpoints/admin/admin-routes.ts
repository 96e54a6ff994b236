/** The addresses of the administration. Each door begins by asking for an administrator. */
import type { Handler, Route } from '../../http/route.ts';
import { showAdministeredApplication, showSuspend, submitLift, submitSuspend } from './application.ts';
import { showAdministered } from './applications.ts';
import { showDisable, submitDisable } from './disable.ts';
import { showEventLog } from './events.ts';
import { showFigures } from './home.ts';
import { showPeople } from './people.ts';
import { showPerson, submitEnable, submitSignOutEverywhere } from './person.ts';
import { showScopes } from './scopes.ts';

export const ADMIN_ROUTES: readonly Route[] = [
  get('/admin', showFigures),
  get('/admin/people', showPeople),
  get('/admin/people/:id', showPerson),
  get('/admin/people/:id/disable', showDisable),
  post('/admin/people/:id/disable', submitDisable),
  post('/admin/people/:id/enable', submitEnable),
  post('/admin/people/:id/sign-out', submitSignOutEverywhere),
  get('/admin/applications', showAdministered),
  get('/admin/applications/:id', showAdministeredApplication),
  get('/admin/applications/:id/suspend', showSuspend),
  post('/admin/applications/:id/suspend', submitSuspend),
  post('/admin/applications/:id/lift', submitLift),
  get('/admin/scopes', showScopes),
  get('/admin/events', showEventLog),
];

function get(path: string, handler: Handler): Route {
  return { method: 'GET', path, kind: 'page', handler };
}

function post(path: string, handler: Handler): Route {
  return { method: 'POST', path, kind: 'page', handler };
}
