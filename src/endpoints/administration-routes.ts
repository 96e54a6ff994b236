/** The addresses of the administration: people, applications, APIs, scopes and events (routes.ts has all others). */
import {
  showAdministeredApplication,
  showApprovalAgain,
  showLimitsAgain,
  showSuspend,
  showSuspendAgain,
  submitApproval,
  submitLift,
  submitLimits,
  submitManagement,
  submitMark,
  submitSuspend,
} from './admin/application.ts';
import { showAdministered } from './admin/applications.ts';
import { showPersonDelete, submitPersonDelete } from './admin/delete.ts';
import { showDisable, showDisableAgain, submitDisable } from './admin/disable.ts';
import { showPersonEdit, showPersonEditAgain, submitPersonEdit, submitVouching } from './admin/edit.ts';
import { exportEvents, showEventLog, showNewerEvents } from './admin/events.ts';
import { showToday } from './admin/home.ts';
import { showNewPerson, showNewPersonAgain, submitNewPerson } from './admin/new-person.ts';
import { exportPeople, showPeople } from './admin/people.ts';
import {
  showPerson,
  submitDeveloper,
  submitEnable,
  submitEndAdministration,
  submitLinkOffer,
  submitMakeAdministrator,
  submitPictureRemoval,
  submitSignOutEverywhere,
  submitUnlock,
} from './admin/person.ts';
import { showScopes } from './admin/scopes.ts';
import { askAboutSelected, submitDisableSelected, submitSignOutSelected } from './admin/selected.ts';
import { showSettings } from './admin/settings.ts';
import { get, post, type Row } from './needs.ts';
import { showNewResource, showNewResourceAgain, showResources, submitResource } from './resources/list.ts';
import {
  showResource,
  showResourceAgain,
  showResourceDelete,
  submitResourceChange,
  submitResourceDelete,
  submitResourceRotation,
} from './resources/one.ts';
import { wherePersonWas, whereResourceWas } from './where-deleted.ts';

const PERSON = '/admin/people/:account';
const ADMINISTERED = '/admin/applications/:id';
const PERSON_ACT = { needs: 'administered account', confirmed: true } as const;
const SELECTED = { needs: 'administrator', confirmed: true, back: '/admin/people' } as const;
/** The password leads back to the list, filtered as it was, with the way to the file. */
const EXPORT = { needs: 'administrator', confirmed: true, backKeepsQuery: true } as const;
const RESOURCES = '/admin/resources';
const RESOURCE = `${RESOURCES}/:resource`;
const RESOURCE_ACT = { needs: 'administered resource', confirmed: true } as const;
const APPLICATION_ACT = { needs: 'administered application', confirmed: true } as const;

export const ADMINISTRATION: readonly Row[] = [
  get('/admin', { needs: 'administrator', handler: showToday, mayReturn: true }),
  get('/admin/people', { needs: 'administrator', handler: showPeople, mayReturn: true }),
  get('/admin/people/export', {
    ...{ ...EXPORT, back: '/admin/people?done=export_ready', handler: exportPeople },
  }),
  // The password is asked for here already, so that what is typed into the form is not lost on the way to it.
  get('/admin/people/new', { needs: 'administrator', confirmed: true, handler: showNewPerson, mayReturn: true }),
  post('/admin/people/new', {
    needs: 'administrator',
    confirmed: true,
    handler: submitNewPerson,
    again: showNewPersonAgain,
  }),
  post('/admin/people/selected', { needs: 'administrator', back: '/admin/people', handler: askAboutSelected }),
  post('/admin/people/selected/disable', { ...SELECTED, handler: submitDisableSelected }),
  post('/admin/people/selected/sign-out', { ...SELECTED, handler: submitSignOutSelected }),
  get(PERSON, { needs: 'administered account', handler: showPerson, mayReturn: true }),
  // One's own account is refused before the password is asked for, so the handler asks for it.
  get(`${PERSON}/disable`, { needs: 'administered account', handler: showDisable, mayReturn: true }),
  post(`${PERSON}/disable`, { ...PERSON_ACT, handler: submitDisable, again: showDisableAgain }),
  get(`${PERSON}/edit`, { ...PERSON_ACT, handler: showPersonEdit, mayReturn: true }),
  post(`${PERSON}/edit`, { ...PERSON_ACT, handler: submitPersonEdit, again: showPersonEditAgain }),
  post(`${PERSON}/email`, { ...PERSON_ACT, back: PERSON, handler: submitVouching }),
  get(`${PERSON}/delete`, { ...PERSON_ACT, handler: showPersonDelete, mayReturn: true }),
  post(`${PERSON}/delete`, { ...PERSON_ACT, handler: submitPersonDelete, whenGone: wherePersonWas }),
  post(`${PERSON}/enable`, { ...PERSON_ACT, back: PERSON, handler: submitEnable }),
  post(`${PERSON}/sign-out`, { ...PERSON_ACT, back: PERSON, handler: submitSignOutEverywhere }),
  post(`${PERSON}/picture/remove`, { ...PERSON_ACT, back: PERSON, handler: submitPictureRemoval }),
  post(`${PERSON}/unlock`, { ...PERSON_ACT, back: PERSON, handler: submitUnlock }),
  post(`${PERSON}/administrator`, { ...PERSON_ACT, back: PERSON, handler: submitMakeAdministrator }),
  post(`${PERSON}/administrator/end`, { ...PERSON_ACT, back: PERSON, handler: submitEndAdministration }),
  post(`${PERSON}/developer`, { ...PERSON_ACT, back: PERSON, handler: submitDeveloper }),
  post(`${PERSON}/sign-in-link`, { ...PERSON_ACT, back: PERSON, handler: submitLinkOffer }),
  get('/admin/applications', { needs: 'administrator', handler: showAdministered, mayReturn: true }),
  get(ADMINISTERED, { needs: 'administered application', handler: showAdministeredApplication, mayReturn: true }),
  post(`${ADMINISTERED}/limit`, {
    ...APPLICATION_ACT,
    back: ADMINISTERED,
    handler: submitLimits,
    again: showLimitsAgain,
  }),
  post(`${ADMINISTERED}/approval`, {
    ...APPLICATION_ACT,
    back: ADMINISTERED,
    handler: submitApproval,
    again: showApprovalAgain,
  }),
  get(`${ADMINISTERED}/suspend`, { ...APPLICATION_ACT, handler: showSuspend, mayReturn: true }),
  post(`${ADMINISTERED}/suspend`, { ...APPLICATION_ACT, handler: submitSuspend, again: showSuspendAgain }),
  post(`${ADMINISTERED}/management`, { ...APPLICATION_ACT, back: ADMINISTERED, handler: submitManagement }),
  post(`${ADMINISTERED}/lift`, { ...APPLICATION_ACT, back: ADMINISTERED, handler: submitLift }),
  post(`${ADMINISTERED}/marks`, { ...APPLICATION_ACT, back: ADMINISTERED, handler: submitMark }),
  get(RESOURCES, { needs: 'administrator', handler: showResources, mayReturn: true }),
  post(RESOURCES, {
    needs: 'administrator',
    confirmed: true,
    back: `${RESOURCES}/new`,
    handler: submitResource,
    again: showNewResourceAgain,
  }),
  get(`${RESOURCES}/new`, { needs: 'administrator', confirmed: true, handler: showNewResource, mayReturn: true }),
  get(RESOURCE, { needs: 'administered resource', handler: showResource, mayReturn: true }),
  post(RESOURCE, { ...RESOURCE_ACT, handler: submitResourceChange, again: showResourceAgain }),
  post(`${RESOURCE}/rotate`, { ...RESOURCE_ACT, back: RESOURCE, handler: submitResourceRotation }),
  get(`${RESOURCE}/delete`, { ...RESOURCE_ACT, handler: showResourceDelete, mayReturn: true }),
  post(`${RESOURCE}/delete`, { ...RESOURCE_ACT, handler: submitResourceDelete, whenGone: whereResourceWas }),
  get('/admin/scopes', { needs: 'administrator', handler: showScopes, mayReturn: true }),
  get('/admin/events', { needs: 'administrator', handler: showEventLog, mayReturn: true }),
  get('/admin/settings', { needs: 'administrator', handler: showSettings, mayReturn: true }),
  get('/admin/events/newer', { needs: 'administrator', handler: showNewerEvents }),
  get('/admin/events/export', {
    ...{ ...EXPORT, back: '/admin/events?done=export_ready', handler: exportEvents },
  }),
];
