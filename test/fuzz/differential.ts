/** One request, however it is encoded, wherever it arrives: the answers have to be equal (SECURITY-CASES R-24). */
import { createChance } from '../faults/random.ts';
import { type Answer, send } from '../support/http-client.ts';
import { basicHeader, comparable } from '../support/token-client.ts';
import { type Case, type Field, makeCase } from './differential-cases.ts';
import { openServicePlace, type ServicePlace, type Tokens } from './service-place.ts';
import { countIn, type ServiceOrder, type ServiceOutcome, tallied } from './service-run.ts';

const ENCODINGS = ['urlencoded', 'multipart', 'json'] as const;
type Encoding = (typeof ENCODINGS)[number];

const MOST_FINDINGS = 5;
const BOUNDARY = 'differential-boundary';

export async function runDifferential({ seed, mostRequests, until, progress }: ServiceOrder): Promise<ServiceOutcome> {
  const places = await Promise.all([openServicePlace('sqlite', 2), openServicePlace('postgres', 2)]);
  const chance = createChance(seed);
  const counts = new Map<string, number>();
  const findings: string[] = [];
  let requests = 0;
  try {
    const kept = new Map<ServicePlace, Kept>();
    for (const each of places) kept.set(each, { live: await each.tokens(), spent: await spend(each) });
    while (requests < mostRequests && !until() && findings.length < MOST_FINDINGS) {
      const one = makeCase(chance);
      const answered = await Promise.all(places.map((each) => askEverywhere(each, one, kept.get(each))));
      const [first, ...others] = answered.flat();
      requests += others.length + 1;
      countIn(counts, String(first?.answer.status));
      const different = others.find((other) => first && tell(other, one) !== tell(first, one));
      if (first && different) findings.push(tellDifference(one, first, different));
      progress(requests);
    }
    return { requests, answers: tallied(counts), findings };
  } finally {
    for (const each of places) await each.close();
  }
}

interface Kept {
  readonly live: Tokens;
  readonly spent: string;
}

interface Answered {
  readonly where: string;
  readonly answer: Answer;
}

async function spend(place: ServicePlace): Promise<string> {
  const code = await place.code();
  const { clientId = '', secret = '' } = place.place.applications[0] ?? {};
  const fields: Field[] = [
    ['grant_type', 'authorization_code'],
    ['code', code],
    ['redirect_uri', 'https://app.example.com/cb'],
    ['client_id', clientId],
    ['client_secret', secret],
  ].map(([name = '', value = '']) => [Buffer.from(name), Buffer.from(value)]);
  const { type, body } = encode(fields, 'urlencoded');
  await send(`${place.urls[0]}/oauth/token`, { method: 'POST', headers: { 'content-type': type }, body });
  return code;
}

/** In each encoding, at each instance. */
async function askEverywhere(place: ServicePlace, one: Case, kept: Kept | undefined): Promise<readonly Answered[]> {
  const answered: Answered[] = [];
  for (const encoding of ENCODINGS) {
    for (const [index, url] of place.urls.entries()) {
      const values = await valuesFor(place, one, kept);
      const fields = one.fields.map(([name, value]): Field => [filled(name, values), filled(value, values)]);
      const { type, body } = encode(fields, encoding);
      const headers: Record<string, string> = { 'content-type': type, 'user-agent': 'Differential' };
      if (one.basic)
        headers.authorization = basicHeader(...(one.basic.map((part) => textOf(part, values)) as [string, string]));
      const answer = await send(`${url}${one.path}`, { method: 'POST', headers, body });
      answered.push({ where: `${place.engine}, instance ${index}, ${encoding}`, answer });
    }
  }
  return answered;
}

/** What stands for something that each database has its own of. Spending acts get fresh ones for each request. */
async function valuesFor(place: ServicePlace, one: Case, kept: Kept | undefined): Promise<Map<string, string>> {
  const [own, other] = place.place.applications;
  const values = new Map([
    ['CLIENT', own?.clientId ?? ''],
    ['SECRET', own?.secret ?? ''],
    ['OTHER', other?.clientId ?? ''],
    ['OTHERSECRET', other?.secret ?? ''],
    ['ACCESS', kept?.live.access ?? ''],
    ['REFRESH', kept?.live.refresh ?? ''],
    ['SPENT', kept?.spent ?? ''],
  ]);
  const words = one.fields.map(([, value]) => value.toString('latin1'));
  if (words.some((word) => word.includes('<CODE>'))) values.set('CODE', await place.code());
  if (one.path === '/oauth/revoke' && words.some((word) => /<(ACCESS|REFRESH)>/.test(word))) {
    const { access, refresh } = await place.tokens();
    values.set('ACCESS', access).set('REFRESH', refresh);
  }
  return values;
}

function filled(bytes: Buffer, values: ReadonlyMap<string, string>): Buffer {
  return Buffer.from(textOf(bytes.toString('latin1'), values), 'latin1');
}

function textOf(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/<([A-Z]+)>/g, (all, name: string) => values.get(name) ?? all);
}

function encode(fields: readonly Field[], encoding: Encoding): { readonly type: string; readonly body: Buffer } {
  if (encoding === 'multipart') {
    const parts = fields.flatMap(([name, value]) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="`),
      name,
      Buffer.from('"\r\n\r\n'),
      value,
      Buffer.from('\r\n'),
    ]);
    const body = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
    return { type: `multipart/form-data; boundary=${BOUNDARY}`, body };
  }
  if (encoding === 'json') {
    const members = fields.map(([name, value]) => `${jsonString(name)}:${jsonString(value)}`);
    return { type: 'application/json', body: Buffer.from(`{${members.join(',')}}`, 'latin1') };
  }
  const pairs = fields.map(([name, value]) => `${percent(name)}=${percent(value)}`);
  return { type: 'application/x-www-form-urlencoded', body: Buffer.from(pairs.join('&'), 'latin1') };
}

/** Bytes beyond ASCII stay as they are, so that broken UTF-8 is broken in every encoding alike. */
function jsonString(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1'));
}

function percent(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[^A-Za-z0-9_.~\x80-\xff-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Tokens and times are masked in what succeeds, and nothing else. */
function tell({ answer }: Answered, { path }: Case): string {
  const { status, headers, body } = comparable(answer);
  const { connection: _c, 'keep-alive': _k, ...rest } = headers;
  const isActive = path === '/oauth/introspect' && status === 200;
  const plain = isActive ? body.replace(/"(client_id|sub|exp|iat)":("[^"]*"|\d+)/g, '"$1":0') : body;
  const { 'content-length': _length, ...others } = rest;
  const seen = status === 200 ? others : rest;
  // The address that explains an error names the request by the numbers of records, which each database counts alone.
  return JSON.stringify([status, seen, plain]).replace(/(\/errors\/[a-z_]+)\/[a-z2-7]{8}/g, '$1/…');
}

function tellDifference(one: Case, first: Answered, other: Answered): string {
  const fields = one.fields.map(
    ([name, value]) => `${name.toString('latin1')}=${value.toString('latin1').slice(0, 80)}`,
  );
  return [
    `POST ${one.path} ${JSON.stringify(fields)}${one.basic ? ` with Basic ${JSON.stringify(one.basic)}` : ''}`,
    `    ${first.where}: ${tell(first, one)}`,
    `    ${other.where}: ${tell(other, one)}`,
  ].join('\n');
}
