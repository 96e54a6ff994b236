/**
 * The short trace of a refused request, for the address that explains it (`error_uri`).
 *
 * It names the mistake, not the moment: the same mistake of the same application has the same trace, so that equal
 * requests are answered equally, byte for byte. It is made of what its reader knows, the request and the plain error.
 * Which check failed is no part of it, or somebody who found a code could tell an expired one from an invented one;
 * codes, tokens and secrets are no part of it either.
 */
import { hash } from 'node:crypto';
import type { Form } from '../form.ts';
import type { RefusingEndpoint } from './refused-request.ts';

/** The parameters whose values are plain, and part of the trace. */
const PLAIN = ['grant_type', 'response_type', 'redirect_uri', 'scope', 'prompt', 'code_challenge_method'] as const;

/** 40 bits: an application keeps a thousand refused requests, and only these are ever looked through. */
const TRACE_BYTES = 5;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

export const SHORT_TRACE = /^[a-z2-7]{8}$/;

interface TracedRequest {
  /** The record's number of the application that sent it. */
  readonly clientId: number;
  readonly endpoint: RefusingEndpoint;
  /** As it is sent. */
  readonly error: string;
  readonly form: Form;
}

export function shortTrace({ clientId, endpoint, error, form }: TracedRequest): string {
  const told = [
    clientId,
    endpoint,
    error,
    [...new Set(form.entries.map(([name]) => name))].sort(),
    PLAIN.map((name) => form.get(name) ?? null),
  ];
  return base32(Buffer.from(hash('sha256', JSON.stringify(told), 'hex'), 'hex').subarray(0, TRACE_BYTES));
}

/** Where an error is explained: to everybody what it means, and to the owner, given a trace, what was wrong. */
export function errorUri(serviceUrl: string, error: string, trace?: string): string {
  return `${serviceUrl}/errors/${error}${trace === undefined ? '' : `/${trace}`}`;
}

/** RFC 4648 §6, in small letters; five bytes are eight characters without any left over. */
function base32(bytes: Buffer): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let shift = BigInt(bytes.length * 8 - 5); shift >= 0n; shift -= 5n) {
    text += ALPHABET[Number((bits >> shift) & 31n)] ?? '';
  }
  return text;
}
