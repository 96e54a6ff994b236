/** English words for the findings of a diagnosis, for the developer whose request was refused. */
import type { AddressDifference } from '../../../protocol/clients/address-difference.ts';
import type { RedirectRule } from '../../../protocol/clients/redirect-registration.ts';
import type { Cause, Finding } from '../../../protocol/diagnosis/finding.ts';
import type { Source } from '../../../protocol/event.ts';
import type { Ending } from '../../../protocol/refusals/ending.ts';
import type { Shape, Wrapping } from '../../../protocol/refusals/presented.ts';
import { type Html, html } from '../../html.ts';
import { prose } from '../../parts/prose.ts';

/** How values are shown inside the sentences. */
export interface Showing {
  readonly code: (text: string) => Html;
  /** Several values, separated by commas. */
  readonly codes: (texts: readonly string[]) => Html;
  readonly moment: (at: number) => Html;
  readonly length: (seconds: number) => string;
  /** The same for intervals that may be below a second. */
  readonly earlier: (seconds: number) => string;
  /** Program and address; null where neither is known. */
  readonly from: (source: Source) => Html | null;
  readonly request: (traceId: string) => Html;
  readonly rule: (rule: RedirectRule) => string;
}

export type FindingTexts = {
  readonly [Kind in Finding['kind']]: (finding: Extract<Finding, { kind: Kind }>, show: Showing) => Html;
};

const differences: { readonly [Name in AddressDifference]: string } = {
  space: 'You sent white space along with the address.',
  quotes: 'You sent the address in quotation marks.',
  encoded_whole: 'The address was percent-encoded twice.',
  scheme: 'The scheme differs: http and https are two different addresses.',
  www_extra: 'You sent `www.` in front of the host, and the expected address has none.',
  www_missing: 'You sent the host without `www.`, and the expected address has it.',
  loopback_name:
    'The names of this computer are compared too: `localhost`, `127.0.0.1` and `[::1]` are three addresses.',
  host: 'It is another host.',
  port: 'The port differs.',
  slash_extra: 'You sent a trailing slash, and the expected address has none.',
  slash_missing: 'You sent no trailing slash, and the expected address has one.',
  case: 'Upper and lower case differ, and addresses are compared exactly.',
  encoding: 'The same characters are percent-encoded in one address and written out in the other.',
  path: 'The path differs.',
  query_extra: 'You sent a query (what follows the question mark), and the expected address has none.',
  query_missing: 'You sent no query, and the expected address has one (what follows the question mark).',
  query_order: 'The query has the same parameters in another order.',
  query: 'The query differs.',
  fragment: 'You sent a fragment (what follows #), which no redirect URI may have.',
  other: 'The addresses differ in the marked characters.',
};

const wrappings: { readonly [Name in Wrapping]: string } = {
  space: 'It contains white space, such as a line break from a file.',
  quotes: 'It stands in quotation marks.',
  percent: 'It is percent-encoded: decode it once, or encode it once less.',
  tail: 'Something else is attached to it: it continues with ?, & or #.',
};

const shapes: { readonly [Name in Shape]: (name: Html, length: number) => Html } = {
  whole: (name) =>
    html`${name} is well-formed, but nothing here belongs to it: it was removed long after its end, or comes from another service.`,
  damaged: (name) =>
    html`${name} has the right length, but a character of it was changed on the way: its checksum is wrong.`,
  short: (name, length) => html`${name} was cut: it has ${length} characters, and should have 64.`,
  long: (name, length) => html`${name} has ${length} characters, and should have 64.`,
  access: (name) => html`${name} is an access token.`,
  refresh: (name) => html`${name} is a refresh token.`,
  code: (name) => html`${name} is an authorization code.`,
  secret: (name) => html`${name} is a client secret.`,
  foreign: (name, length) =>
    html`${name} was not issued by this service: ours have 64 characters and start with lk. It has ${length}.`,
};

const endings: { readonly [What in Ending | 'permissions']: string } = {
  account: 'The account of the user was disabled or deleted.',
  application: 'The application was deleted.',
  suspension: 'An administrator of this service had suspended the application.',
  consent: 'The user, or somebody for them, removed the access of the application.',
  term: 'The user had given access until a certain moment, which has passed.',
  family: 'Everything that came from this authorization was revoked.',
  limit: 'The authorization has reached its longest lifetime.',
  pair: 'This pair of tokens was revoked alone: a newer answer to the same refresh had taken its place.',
  permissions: 'The user has taken back the last of the permissions.',
};

const becauses: { readonly [Why in Cause]: string } = {
  code_replayed: 'Its authorization code had been presented a second time.',
  refresh_token_reused: 'A refresh token of it had been presented after its successor was used.',
  leaked: 'Somebody had found a token of it where others could read it, and reported it.',
  revoked_by_client: 'The application revoked it itself, at the revocation endpoint.',
  revoked_by_owner: 'The owner of the application revoked all of its tokens.',
  family_revoked_by_owner: 'The owner of the application revoked this token family.',
  revoked_by_operator: 'The operator of this service revoked it.',
};

const faultsOfBasic = {
  base64: 'What follows `Basic` is not base64.',
  colon: 'There is no colon between `client_id` and secret.',
  percent: 'A half of it is not form-encoded: a literal %, + or : has to be percent-encoded before base64.',
};

const by = (from: Html | null) => (from === null ? null : html`, by ${from}`);

export const findings: FindingTexts = {
  difference: ({ name }) => prose(differences[name]),
  registered_now: () => html`This address is registered by now: the same request would go through.`,
  rule: ({ rule }, show) => html`It could not be registered as it is. ${show.rule(rule)}`,
  other_host: () =>
    html`None of your registered addresses leads to this host. Anybody can send a request with an address of their own: add it only if it is yours.`,
  missing: ({ parameter }, show) => html`${show.code(parameter)} was not sent.`,
  empty: ({ parameter }, show) => html`${show.code(parameter)} was sent without a value.`,
  near: ({ sent, meant }, show) => html`You sent ${show.code(sent)}: did you mean ${show.code(meant)}?`,
  doubled: ({ parameter }, show) => html`${show.code(parameter)} was sent more than once.`,
  detail: ({ sentence }) => html`<code>error_description</code>: <span lang="en" dir="ltr">${sentence}</span>`,
  suspended_because: ({ sentence }) => html`The reason of the suspension: <bdi>${sentence}</bdi>`,
  content_type: ({ received }, show) =>
    received === ''
      ? html`The request had no <code>Content-Type</code>.`
      : html`The <code>Content-Type</code> was ${show.code(received)}.`,
  value_near: ({ sent, meant }, show) => html`You sent ${show.code(sent)}, and ${show.code(meant)} is known here.`,
  retry_after: ({ seconds }, show) => html`The next try would have been accepted after ${show.length(seconds)}.`,
  basic: ({ fault }) => prose(faultsOfBasic[fault]),
  secret_removed: ({ suffix, at }, show) =>
    html`It is the secret ${show.code(`••••${suffix}`)}, which stopped working on ${show.moment(at)}. Something still uses it.`,
  secret_elsewhere: ({ suffix, application }, show) =>
    html`It is the secret ${show.code(`••••${suffix}`)} of another application of yours, <bdi>${application}</bdi>.`,
  secret_wrapped: ({ suffix, wrapping }, show) =>
    html`It is the secret ${show.code(`••••${suffix}`)}, but not bare. ${wrappings[wrapping]}`,
  secret_is_id: () => html`The <code>client_id</code> was sent in the place of the secret.`,
  secrets_live: ({ suffixes }, show) =>
    html`The secrets that work end in ${show.codes(suffixes.map((suffix) => `••••${suffix}`))}.`,
  shape: ({ parameter, shape, length }, show) => shapes[shape](show.code(parameter), length),
  wrapped: ({ wrapping }) => prose(wrappings[wrapping]),
  place: ({ place }) =>
    place === 'query'
      ? html`The token was sent in the query of the address, which is not read: addresses end up in logs.`
      : html`The token was sent without the word <code>Bearer</code> before it.`,
  expired: ({ at, agoSeconds, lifetimeSeconds }, show) =>
    html`It expired on ${show.moment(at)}, ${show.length(agoSeconds)} before this request. It lives for ${show.length(lifetimeSeconds)}.`,
  ended: ({ what, at }, show) =>
    at === undefined ? html`${endings[what]}` : html`${endings[what]} That was on ${show.moment(at)}.`,
  because: ({ because }) => prose(becauses[because]),
  caused_by: ({ traceId }, show) => html`The request that caused it: ${show.request(traceId)}.`,
  used_before: ({ at, earlierSeconds, source }, show) =>
    html`The code was exchanged ${show.earlier(earlierSeconds)} earlier, on ${show.moment(at)}${by(show.from(source))}. The tokens of that exchange are revoked.`,
  renewed: ({ at, earlierSeconds, source }, show) =>
    html`The refresh token was replaced ${show.earlier(earlierSeconds)} earlier, on ${show.moment(at)}${by(show.from(source))}.`,
  superseded: ({ at, earlierSeconds, leewaySeconds }, show) =>
    html`The pair that replaced it was first used ${show.earlier(earlierSeconds)} earlier, on ${show.moment(at)}. ${leewaySeconds > 0 ? `From then on the old refresh token worked for ${show.length(leewaySeconds)} more.` : 'From then on the old refresh token no longer worked.'}`,
  replaced: ({ at, earlierSeconds }, show) =>
    html`The pair that replaced it was first used ${show.earlier(earlierSeconds)} earlier, on ${show.moment(at)}. That ends the old access token at once.`,
  hashes_differ: () =>
    html`The SHA-256 of the verifier you sent, and the challenge of the authorization request, are not equal.`,
  verifier_is_challenge: () =>
    html`The challenge itself was sent as verifier: send the text that it was computed from.`,
  verifier_malformed: ({ length }) =>
    html`The verifier has ${length} characters; it should have 43 to 128 letters, digits, or any of - . _ ~.`,
  scope_unknown: ({ names }, show) => html`This service has no scope called ${show.codes(names)}.`,
  scope_not_allowed: ({ names }, show) => html`The application is not registered for ${show.codes(names)}.`,
  scope_not_granted: ({ names }, show) => html`The user has not granted ${show.codes(names)}.`,
  scope_sign: ({ sign }, show) => html`The scope contains ${show.code(sign)}. Names are separated by spaces.`,
  scope_allowed_now: () => html`All of them are allowed by now: the same request would go through.`,
};
