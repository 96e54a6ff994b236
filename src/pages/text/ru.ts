/** The Russian catalogue. */
import type { Text } from './en.ts';
import { access, accessDetails, families, tokenFamilies } from './ru/access.ts';
import { account, accountDeletion, eventList, look, personPicture, publicProfile, sessions } from './ru/account.ts';
import {
  administeredList,
  administeredPage,
  eventLog,
  scopeList,
  search,
  suspending,
  suspension,
} from './ru/administered.ts';
import { administration, disabling, peopleList, personPage, selectedPeople, today } from './ru/administration.ts';
import { application, approval, connect, endpoints, snippets } from './ru/application.ts';
import { credentials, people, permissions, pictureRules, settings } from './ru/application-tabs.ts';
import { causes } from './ru/causes.ts';
import { authorized, consent, destination, outOfBand } from './ru/consent.ts';
import { docs } from './ru/docs/docs.ts';
import { confirm, home, sentTwice, setup, signIn, signUp } from './ru/entrance.ts';
import { errors, requestFaults, untrusted } from './ru/errors.ts';
import { advice, developerEvents, events } from './ru/events.ts';
import { faultCounts, faults, redirectRules } from './ru/faults.ts';
import { findings } from './ru/findings.ts';
import { done, frame, moments, parts, scopes } from './ru/frame.ts';
import { personCreation, personDeletion, personEdit, signInLink } from './ru/people.ts';
import { playground } from './ru/playground.ts';
import {
  applicationDeletion,
  applicationForm,
  applications,
  kinds,
  losingChange,
  newSecret,
  redirectUris,
} from './ru/portal.ts';
import { refusals } from './ru/refusals.ts';
import { activity, errorPages, requests } from './ru/requests.ts';
import { resourceDeletion, resourceForm, resourceList, resourcePage } from './ru/resources.ts';
import { eventDetails } from './ru/service/event-details.ts';
import { serviceSettings } from './ru/service/settings.ts';
import { deliveryPage, webhookForm, webhookList, webhookPage } from './ru/service/webhooks.ts';

export const ru: Text = {
  direction: 'ltr',
  access,
  accessDetails,
  account,
  accountDeletion,
  activity,
  administeredList,
  administeredPage,
  administration,
  advice,
  application,
  applicationDeletion,
  applicationForm,
  applications,
  approval,
  authorized,
  causes,
  confirm,
  connect,
  consent,
  credentials,
  deliveryPage,
  destination,
  developerEvents,
  disabling,
  docs,
  done,
  endpoints,
  errorPages,
  errors,
  eventDetails,
  eventList,
  eventLog,
  events,
  families,
  faultCounts,
  faults,
  findings,
  frame,
  home,
  kinds,
  pictureRules,
  look,
  moments,
  losingChange,
  newSecret,
  outOfBand,
  parts,
  playground,
  people,
  permissions,
  peopleList,
  personCreation,
  personDeletion,
  personEdit,
  personPage,
  personPicture,
  publicProfile,
  redirectRules,
  redirectUris,
  refusals,
  requestFaults,
  requests,
  resourceDeletion,
  resourceForm,
  resourceList,
  resourcePage,
  scopeList,
  scopes,
  search,
  selectedPeople,
  sentTwice,
  serviceSettings,
  sessions,
  settings,
  setup,
  signIn,
  signInLink,
  signUp,
  snippets,
  today,
  tokenFamilies,
  suspending,
  suspension,
  untrusted,
  webhookForm,
  webhookList,
  webhookPage,
};
