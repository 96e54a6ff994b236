/** What parameters are held to in every encoding: how many, how long, and which characters. */
import { theParameter } from '../../protocol/form.ts';
import type { Refusal } from '../../protocol/refusal.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';

export interface ParameterLimits {
  readonly count: number;
  readonly nameBytes: number;
  readonly valueBytes: number;
  /**
   * Of the parameter `token`, where it may be longer: an API asks about whatever strangers present to it, and a token of
   * somebody else is no token of ours, not a fault of the API (RFC 7662 §2.2, RFC 7009 §2.2).
   */
  readonly tokenBytes?: number;
  /** Text areas need line breaks and tabs, and what is pasted there may bring U+0085; nothing else needs a control character. */
  readonly multiline: boolean;
}

/** Parameters as they are gathered, and the limits they must stay within. */
export interface Gathering {
  readonly entries: [name: string, value: string][];
  readonly limits: ParameterLimits;
}

export const TOKEN_LIMITS: ParameterLimits = {
  count: 40,
  nameBytes: 64,
  valueBytes: 4_096,
  tokenBytes: 65_536,
  multiline: false,
};
export const QUERY_LIMITS: ParameterLimits = { count: 100, nameBytes: 256, valueBytes: 16_384, multiline: false };
export const PAGE_LIMITS: ParameterLimits = { count: 100, nameBytes: 64, valueBytes: 16_384, multiline: true };

/** A form token, a file, and hardly more. */
export const FILE_FORM_LIMITS: ParameterLimits = { ...PAGE_LIMITS, count: 4 };

/** One class of characters, repeated: linear, and much faster than a loop over a slice. */
const WITHOUT_CONTROL = /^[\x20-\x7e\xa0-\uffff]*$/;
const ASCII = /^[\x20-\x7e]*$/;
const WITHOUT_CONTROL_BUT_LINES = /^[\t\n\r\x20-\x7e\x80-\uffff]*$/;

const GATHERED = Object.freeze(accept(null));

/** Adds a parameter, or refuses it with a sentence that says why. `isClean` where there is no control character for sure. */
export function gather(
  { entries, limits }: Gathering,
  name: string,
  value: string,
  isClean = false,
): Result<null, Refusal> {
  const { count, nameBytes, multiline } = limits;
  if (entries.length >= count) return malformed(`More than ${count} parameters were sent.`);
  if (isLonger(name, nameBytes)) return malformed(`The name of a parameter is longer than ${nameBytes} bytes.`);
  if (!isClean && hasControl(name, false)) return malformed('The name of a parameter contains a control character.');
  const mostBytes = mostBytesOf(name, limits);
  if (isLonger(value, mostBytes)) return malformed(`${theParameter(name)} is longer than ${mostBytes} bytes.`);
  if (!isClean && hasControl(value, multiline)) return malformed(`${theParameter(name)} contains a control character.`);
  entries.push([name, value]);
  return GATHERED;
}

function mostBytesOf(name: string, { valueBytes, tokenBytes = valueBytes }: ParameterLimits): number {
  return name === 'token' ? tokenBytes : valueBytes;
}

export function malformed(detail: string): Result<never, Refusal> {
  return refuse({ reason: 'request_malformed', detail });
}

export function mislabelled(body: string, type: string): string {
  return `The request body is ${body}, but its Content-Type is ${type}.`;
}

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

function isLonger(text: string, limitBytes: number): boolean {
  if (text.length > limitBytes) return true;
  // No character of a string takes more than three bytes.
  return text.length * 3 > limitBytes && Buffer.byteLength(text) > limitBytes;
}

function hasControl(text: string, multiline: boolean): boolean {
  return !(multiline ? WITHOUT_CONTROL_BUT_LINES : WITHOUT_CONTROL).test(text);
}
