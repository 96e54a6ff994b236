/** The English catalogue: every word of every page. Its type is the contract that every other language keeps. */
import { account, accountDeletion, eventList, publicProfile, sessions } from './en/account.ts';
import { application, endpoints, snippets } from './en/application.ts';
import { authorized, consent, destination, outOfBand } from './en/consent.ts';
import { confirm, home, setup, signIn, signUp } from './en/entrance.ts';
import { errors, requestFaults, untrusted } from './en/errors.ts';
import { advice, developerEvents, events } from './en/events.ts';
import { faultCounts, faults, redirectRules } from './en/faults.ts';
import { done, frame, moments, parts, scopes } from './en/frame.ts';
import {
  applicationDeletion,
  applicationForm,
  applications,
  newSecret,
  redirectUris,
} from './en/portal.ts';

/** The way a language is written: the pages mirror themselves by it. */
export type Direction = 'ltr' | 'rtl';

const words = {
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

export type Text = typeof words & { readonly direction: Direction };

export const en: Text = { ...words, direction: 'ltr' };
