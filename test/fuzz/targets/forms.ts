/** Targets: the bodies and queries of requests, in every encoding that is read. */
import { tokenParameters } from '../../../src/grants/registry.ts';
import { readFlatJson } from '../../../src/http/reading/flat-json.ts';
import { readForm, readPageForm } from '../../../src/http/reading/form-body.ts';
import { type MediaType, readMediaType } from '../../../src/http/reading/media-type.ts';
import { readMultipart } from '../../../src/http/reading/multipart.ts';
import { PAGE_LIMITS, type ParameterLimits, QUERY_LIMITS, TOKEN_LIMITS } from '../../../src/http/reading/parameters.ts';
import { readUrlencoded, readUrlencodedBody } from '../../../src/http/reading/urlencoded.ts';
import type { Form } from '../../../src/protocol/form.ts';
import type { Refusal } from '../../../src/protocol/refusal.ts';
import { toWire } from '../../../src/protocol/refusal.ts';
import type { Result } from '../../../src/protocol/result.ts';
import { encode } from '../../support/token-client.ts';
import { requestOf } from '../requests.ts';
import { asHeader, asText, insist, insistEqual, type Target } from './target.ts';

const BODY_BYTES = 65_536;
const PARAMETERS = ['client_id', 'client_secret', 'grant_type', 'code', 'refresh_token', 'scope', 'redirect_uri'];

const bounded = (boundary: string): MediaType => ({
  type: 'multipart/form-data',
  parameters: [['boundary', boundary]],
});

export const FORM_TARGETS: readonly Target[] = [
  {
    name: 'urlencoded',
    says: 'urlencoded bodies and queries',
    words: [...PARAMETERS, 'a=b&c=d', '&&', '==', '+', '%20', '%e2%82%ac', ';'],
    mostBytes: BODY_BYTES,
    // A body and a query, as a request has both.
    once(input) {
      readUrlencodedBody(input, PAGE_LIMITS);
      readUrlencoded(asText(input), QUERY_LIMITS);
    },
    run(input) {
      for (const limits of [TOKEN_LIMITS, PAGE_LIMITS, QUERY_LIMITS]) {
        const read = readUrlencodedBody(input, limits);
        judge(read, limits);
        if (!read.ok) continue;
        const { body } = encode(pairsOf(read.value), 'urlencoded');
        insistRead(readUrlencoded(body, limits), read.value, 'written and read again');
      }
      const text = asText(input);
      insistEqual(summary(readUrlencoded(text, QUERY_LIMITS)), summary(readUrlencoded(text, QUERY_LIMITS)), 'twice');
    },
  },
  {
    name: 'multipart',
    says: 'multipart bodies with the boundary "x"',
    words: [
      '\r\n--x\r\n',
      '\r\n--x--\r\n',
      '--x',
      'Content-Disposition: form-data; name="code"',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: 7bit',
      '; filename="a.png"',
      "; filename*=UTF-8''a",
      '\r\n\r\n',
    ],
    mostBytes: BODY_BYTES,
    run(input) {
      const read = readMultipart(input, bounded('x'), TOKEN_LIMITS);
      judge(read, TOKEN_LIMITS);
      readMultipart(input, bounded(asHeader(input.subarray(0, 80))), TOKEN_LIMITS);
      if (!read.ok) return;
      const pairs = pairsOf(read.value);
      // Names with a quotation mark cannot be written, and a boundary in a value would be one.
      if (pairs.some(([name, value]) => /["\\\r\n]/.test(name) || value.includes('--'))) return;
      const { type, body } = encode(pairs, 'multipart');
      const media = readMediaType(type) ?? bounded('');
      insistRead(readMultipart(Buffer.from(body), media, TOKEN_LIMITS), read.value, 'written and read again');
    },
  },
  {
    name: 'flat-json',
    says: 'bodies of JSON',
    words: [
      ...PARAMETERS.map((name) => `"${name}":"x"`),
      '\\u0000',
      '\\ud800',
      '\\"',
      '{"',
      '"}',
      ',',
      ':',
      '[',
      'null',
    ],
    mostBytes: BODY_BYTES,
    run(input) {
      const read = readFlatJson(input, TOKEN_LIMITS, tokenParameters);
      judge(read, TOKEN_LIMITS);
      if (!read.ok) return;
      // What is accepted is JSON to everybody else too, with the same members: what is left out is read as empty.
      const parsed: unknown = JSON.parse(input.toString('utf8'));
      const last = Object.fromEntries(pairsOf(read.value));
      insistEqual(sorted(parsed), sorted(last), 'read by JSON.parse');
      insistRead(
        readFlatJson(Buffer.from(encode(pairsOf(read.value), 'json').body), TOKEN_LIMITS, tokenParameters),
        read.value,
        'again',
      );
    },
  },
  {
    name: 'form-body',
    says: 'a Content-Type, a line end, and a body of that type',
    words: [
      'application/x-www-form-urlencoded\n',
      'multipart/form-data; boundary=x\n',
      'application/json; charset=utf-8\n',
      '; charset="UTF-8"',
      '; boundary="a b"',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--',
      '{"a":"b"}',
    ],
    mostBytes: BODY_BYTES,
    run(input) {
      const end = input.indexOf('\n');
      const type = asHeader(input.subarray(0, Math.max(end, 0)));
      const body = input.subarray(end + 1);
      const request = requestOf({ headers: type === '' ? {} : { 'content-type': type }, body });
      judge(readForm(request, { tokenQuery: true }, tokenParameters), TOKEN_LIMITS);
      judge(readPageForm(request), PAGE_LIMITS);
    },
  },
  {
    name: 'media-type',
    says: 'Content-Type headers',
    words: ['multipart/form-data', '; boundary=', '"', 'charset=utf-8', ';;', ' ; ', '\t'],
    mostBytes: 24_576,
    run(input) {
      const media = readMediaType(asHeader(input));
      if (!media) return;
      const written = [media.type, ...media.parameters.map(([name, value]) => `${name}="${value}"`)].join('; ');
      insistEqual(readMediaType(written), media, 'written and read again');
    },
  },
];

function judge(read: Result<Form, Refusal>, limits: ParameterLimits): void {
  if (!read.ok) {
    const { status } = toWire(read.refusal);
    insist(status >= 400 && status < 500, `a refusal with status ${status}`);
    return;
  }
  const { entries } = read.value;
  insist(entries.length <= limits.count, 'more parameters than the limit');
  for (const [name, value] of entries) {
    insist(name.isWellFormed() && value.isWellFormed(), 'half a character');
    const mostBytes = (name === 'token' ? limits.tokenBytes : undefined) ?? limits.valueBytes;
    insist(Buffer.byteLength(value) <= mostBytes, 'a value longer than the limit');
    insist(!/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(name + value), 'a control character');
  }
  insist(
    read.value.get('__proto__') === entries.find(([name, value]) => name === '__proto__' && value)?.[1],
    'a prototype',
  );
}

function pairsOf(form: Form): [string, string][] {
  return form.entries.map(([name, value]) => [name, value]);
}

function insistRead(read: Result<Form, Refusal>, expected: Form, says: string): void {
  insist(read.ok, `${says}: refused`);
  insistEqual(read.value.entries, expected.entries, says);
}

function summary(read: Result<Form, Refusal>): unknown {
  return read.ok ? read.value.entries : read.refusal;
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([name, held]) => [name, typeof held === 'string' ? held : ''])
    .toSorted();
}
