/** The words of docs/errors.md that belong to no rule of the protocol: its opening, and problems. */
import type { ProblemName } from '../src/http/problem.ts';
import type { RefusalWords } from '../src/protocol/refusals/words.ts';

export const INTRODUCTION = `# Errors

Every answer that says no. A client needs three rules:

- 401 with \`invalid_token\`: refresh, then try again once. Failing that, send the user to the authorization page.
- 400 with \`invalid_grant\` on a refresh: the grant is over. Forget the tokens and send the user to the authorization page.
- 429 and 503: wait for the seconds in \`Retry-After\`. Everything else is a defect to be mended, not retried.

The same answer is given for different reasons where the difference would help somebody who guesses or has found a code.
The owner of an application sees the precise reason of every refused request for 7 days, on the application's page under
*Activity*: what was received, what was expected, the difference, and what to do. Answers of the token, revocation and
introspection endpoints, and error redirects, carry \`error_uri\`: a page with the meaning of the error in these words.
Once the application has proved who it is, \`error_uri\` ends in a short trace, which names the mistake: its owner, signed in,
is led to the list of requests with it, each of which has its diagnosis. The same mistake has the same trace, so that equal requests get
equal answers; it tells nothing that was not sent. \`X-Request-Id\` names this one request: \`/errors/<that id>\` leads to it.
This page is printed from the source (\`npm run docs\`); change the source, not the page.
`;

/** Keyed by every problem of http/problem.ts. */
export const PROBLEM_WORDS: { readonly [Name in ProblemName]: RefusalWords } = {
  malformed_request: {
    means:
      'The target is no path of this service, `Host` is no host, or `Host`, `Authorization` or `Content-Type` came twice.',
    remedy: 'Look at the proxies in between.',
  },
  not_found: {
    means: 'Nothing lives at this path. Paths are compared byte for byte: no trailing slash, no other case.',
    remedy: 'Compare the path with the metadata.',
  },
  method_not_allowed: {
    means:
      'The path exists, but not for this method: tokens are fetched with POST. Most programs follow a redirect, such as one from http to https, with GET.',
    remedy:
      'Use a method from the `Allow` header, and the addresses that the metadata names, which no redirect stands before.',
  },
  body_too_large: { means: 'The body is larger than any form needs.', remedy: 'Send less.' },
  body_encoded: {
    means: 'The body came with a `Content-Encoding`, such as `gzip`.',
    remedy: 'Send it uncompressed.',
  },
  url_too_long: {
    means: 'Path and query together are longer than 16 KiB.',
    remedy: 'Shorten `state`, or send the authorization request by POST.',
  },
  overloaded: {
    means: 'Too many requests, or too many passwords, are being worked on.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  unavailable: {
    means: 'The database is out of reach or full, or too many requests changed the same record at once.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  failed: {
    means: 'A defect of the service.',
    remedy: 'Tell the operator the trace id. The log line with the same id has the cause.',
  },
};
