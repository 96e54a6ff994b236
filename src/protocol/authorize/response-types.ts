/** What an authorization request may ask to be answered with, and the ways in which the answer is sent back. */
import { redirectWith, type TrustedRedirect } from '../clients/redirect-uri.ts';
import type { Form } from '../form.ts';
import type { Parameters } from './answer.ts';

/** RFC 6749 §3.1.1. There is no implicit flow. */
export const RESPONSE_TYPES = ['code'] as const;

export interface ResponseMode {
  /** The value of `response_mode`. */
  readonly name: string;
  /** Where the browser goes with the answer. */
  locate(redirect: TrustedRedirect, parameters: Parameters): string;
}

/** RFC 6749 §4.1.2. */
export const QUERY_MODE: ResponseMode = { name: 'query', locate: redirectWith };

export const RESPONSE_MODES: readonly ResponseMode[] = [QUERY_MODE];

/** The mode of the answer; an error about an unknown mode is sent in the usual one. */
export function responseModeOf(form: Form): ResponseMode {
  return RESPONSE_MODES.find(({ name }) => name === form.get('response_mode')) ?? QUERY_MODE;
}

/** RFC 8414 §2. */
export const responseMetadata = {
  response_types_supported: RESPONSE_TYPES,
  response_modes_supported: RESPONSE_MODES.map(({ name }) => name),
};
