/** What can be wrong with a request that is answered with an error page: one kind for each page. */
import type { UntrustedReason } from '../protocol/authorize/request.ts';
import type { DiagnosedRequest } from './applications/diagnosis.ts';
import type { Text } from './text/en.ts';

export type Details = readonly (readonly [label: string, value: string])[];

/** Why a request could not be fulfilled. */
type RequestFault = keyof Text['requestFaults'];

/** What a refused act was about, which its page leads back to. */
type BackTo = keyof Text['errors']['backTo'];

export type ProblemKind =
  /** 400: an authorization request that may not be answered by redirect (SPEC D14). */
  | {
      readonly status: 400;
      readonly about: 'authorization';
      readonly reason: UntrustedReason;
      /** What was received, as label and value. */
      readonly details: Details;
      /** Null where the request names none that exists. */
      readonly applicationName: string | null;
      /** For the owner, who reads here at once what was wrong; null for everybody else. */
      readonly diagnosed: DiagnosedRequest | null;
    }
  /** 400: an authorization request of an application without an address for the answer (SPEC D19). */
  | {
      readonly status: 400;
      readonly about: 'refused';
      readonly error: string;
      readonly description: string;
      readonly applicationName: string;
      /** What was received, as label and value. */
      readonly details: Details;
      /** Null for everybody but the owner. */
      readonly diagnosed: DiagnosedRequest | null;
    }
  /** 400: an application asked to be answered without a word, and nobody here knows it. */
  | {
      readonly status: 400;
      readonly about: 'silent';
      readonly name: string;
      readonly redirectUri: string;
      /** Where the answer would have been sent. */
      readonly location: string;
    }
  /** 400: any other request that could not be read or fulfilled. */
  | { readonly status: 400; readonly about: 'request'; readonly reason: RequestFault }
  /** 403: the form token is missing, wrong or too old. */
  | { readonly status: 403; readonly about: 'form'; readonly backPath: string | null }
  /** 403: a form without any cookie of ours, so that nobody can tell whose it is. */
  | { readonly status: 403; readonly about: 'cookies'; readonly backPath: string }
  /** 403: an administrator has suspended the application that asks. `hasAccess`: whoever reads it had given it access. */
  | {
      readonly status: 403;
      readonly about: 'suspended';
      readonly name: string;
      readonly because: string;
      readonly hasAccess: boolean;
    }
  /** 403: no administrator has approved the application that asks. */
  | {
      readonly status: 403;
      readonly about: 'unapproved';
      readonly name: string;
      readonly isDeclined: boolean;
      readonly hasAccess: boolean;
    }
  /** 403: the operator lets others register applications, not this account. */
  | { readonly status: 403; readonly about: 'registration' }
  /** 403: only the operator makes accounts. */
  | { readonly status: 403; readonly about: 'sign_up' }
  /** 403: signed in, but not allowed. */
  | { readonly status: 403; readonly about: 'rights' }
  | { readonly status: 404 }
  /** 404 for a page, 409 for a form: an application that this account gave to another. */
  | {
      readonly status: 404 | 409;
      readonly about: 'given';
      readonly name: string;
      readonly at: number;
      /** The nickname of its new owner; null for an account that exists no more. */
      readonly to: string | null;
    }
  | { readonly status: 405; readonly method: string }
  /** 409: understood, but not possible in the current state. */
  | { readonly status: 409; readonly reason: RequestFault; readonly backPath: string; readonly backTo: BackTo }
  | { readonly status: 413; readonly limitBytes: number }
  | { readonly status: 414 }
  | { readonly status: 415 }
  | { readonly status: 429; readonly retryAfterSeconds: number }
  /** `mayBeSaved`: a form was sent, and it is not known whether it was saved. */
  | { readonly status: 500; readonly mayBeSaved: boolean }
  | { readonly status: 503; readonly mayBeSaved: boolean; readonly retryAfterSeconds: number | null };
