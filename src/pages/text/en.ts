/** The English catalogue: every text of every page. Its type is the contract for every other language. */
import { access, accessDetails, families, tokenFamilies } from './en/access.ts';
import { account, accountDeletion, eventList, look, personPicture, publicProfile, sessions } from './en/account.ts';
import {
  administeredList,
  administeredPage,
  eventLog,
  scopeList,
  search,
  suspending,
  suspension,
} from './en/administered.ts';
import { administration, disabling, peopleList, personPage, selectedPeople, today } from './en/administration.ts';
import { application, approval, connect, endpoints, snippets } from './en/application.ts';
import { credentials, people, permissions, pictureRules, settings } from './en/application-tabs.ts';
import { causes } from './en/causes.ts';
import { authorized, consent, destination, outOfBand } from './en/consent.ts';
import { docs } from './en/docs/docs.ts';
import { confirm, home, sentTwice, setup, signIn, signUp } from './en/entrance.ts';
import { errors, requestFaults, untrusted } from './en/errors.ts';
import { advice, developerEvents, events } from './en/events.ts';
import { faultCounts, faults, redirectRules } from './en/faults.ts';
import { findings } from './en/findings.ts';
import { done, frame, moments, parts, scopes } from './en/frame.ts';
import { personCreation, personDeletion, personEdit, signInLink } from './en/people.ts';
import { playground } from './en/playground.ts';
import {
  applicationDeletion,
  applicationForm,
  applications,
  kinds,
  losingChange,
  newSecret,
  redirectUris,
} from './en/portal.ts';
import { refusals } from './en/refusals.ts';
import { activity, errorPages, requests } from './en/requests.ts';
import { resourceDeletion, resourceForm, resourceList, resourcePage } from './en/resources.ts';
import { eventDetails } from './en/service/event-details.ts';
import { serviceSettings } from './en/service/settings.ts';
import { deliveryPage, webhookForm, webhookList, webhookPage } from './en/service/webhooks.ts';

/** The writing direction of a language; pages are mirrored by it. */
type Direction = 'ltr' | 'rtl';

const words = {
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

export type Text = typeof words & { readonly direction: Direction };

export const en: Text = { ...words, direction: 'ltr' };
