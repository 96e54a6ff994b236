/** The Russian catalogue. */
import type { Text } from './en.ts';
import { account, accountDeletion, eventList, publicProfile, sessions } from './ru/account.ts';
import { application, endpoints, snippets } from './ru/application.ts';
import { authorized, consent, destination, outOfBand } from './ru/consent.ts';
import { confirm, home, setup, signIn, signUp } from './ru/entrance.ts';
import { errors, requestFaults, untrusted } from './ru/errors.ts';
import { advice, developerEvents, events } from './ru/events.ts';
import { faultCounts, faults, redirectRules } from './ru/faults.ts';
import { done, frame, moments, parts, scopes } from './ru/frame.ts';
import {
  applicationDeletion,
  applicationForm,
  applications,
  newSecret,
  redirectUris,
} from './ru/portal.ts';

export const ru: Text = {
  direction: 'ltr',
  account,
  accountDeletion,
  advice,
  application,
  applicationDeletion,
  applicationForm,
  applications,
  authorized,
  confirm,
  consent,
  destination,
  developerEvents,
  done,
  endpoints,
  errors,
  eventList,
  events,
  faultCounts,
  faults,
  frame,
  home,
  moments,
  newSecret,
  outOfBand,
  parts,
  publicProfile,
  redirectRules,
  redirectUris,
  requestFaults,
  scopes,
  sessions,
  setup,
  signIn,
  signUp,
  snippets,
  untrusted,
};
