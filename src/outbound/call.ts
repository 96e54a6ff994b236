/**
 * The only place that calls other hosts (SPEC D52): https, to public addresses alone, no redirects, bounded in time, size
 * and number. What the far side does is a refusal, never an exception.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import type { Settings } from '../config.ts';
import { loadHttps, request } from '../node-http.ts';
import { destinationFault } from '../protocol/outbound-address.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { World } from '../world.ts';
import { boundPieces, readBounded, TooMuch } from './bounds.ts';
import { takePlace } from './places.ts';

interface OutboundCall {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** Written by the code that calls; headers of a request that this service received never belong here. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For whom: places at a host are shared out among them. Whoever is not named is one of them. */
  readonly party?: string;
  readonly signal?: AbortSignal;
}

interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface OutboundRefusal {
  readonly reason: /** The URL cannot be called at all: no https, a user name in it, or no URL. */
    | 'bad_url'
    | 'unknown_host'
    | 'forbidden_address'
    | 'too_many_calls'
    | 'too_slow'
    | 'too_large'
    | 'redirect'
    | 'unreachable'
    | 'aborted';
  /** One line for logs and operators. */
  readonly detail: string;
  /** Of an answer that had begun. */
  readonly status?: number | undefined;
}

export type OutboundResult = Result<OutboundAnswer, OutboundRefusal>;

/** What a call needs of the world. */
interface OutboundWorld extends Pick<World, 'resolve'> {
  readonly settings: Pick<Settings, 'outboundAllow'>;
}

const LIMIT_MS = 5000;
const MOST_HEADER_BYTES = 16_384;
/** Before the answer (RFC 9110 §15.2). The standard knows three of them, and nothing here waits for any. */
const MOST_INTERIM = 8;

export async function call(world: OutboundWorld, wanted: OutboundCall): Promise<OutboundResult> {
  const url = URL.parse(wanted.url);
  const fault = urlFault(url);
  if (!url || fault !== undefined) return no('bad_url', fault ?? 'it is no URL');
  const place = takePlace(url.hostname, wanted.party ?? '');
  if (!place) return no('too_many_calls', `too many calls to ${url.hostname} are under way`);
  const limit = AbortSignal.timeout(LIMIT_MS);
  const signal = AbortSignal.any(wanted.signal ? [limit, wanted.signal] : [limit]);
  try {
    const addresses = await resolveOnce(world, url, signal);
    if (!addresses) return interrupted({ limit, signal }) ?? no('unknown_host', `${url.hostname} has no address`);
    const host = bareHost(url);
    const isPlain = url.protocol === 'http:';
    const bad = destinationFault({ host, isPlain, addresses }, world.settings.outboundAllow);
    if (bad !== undefined) return no('forbidden_address', `${host} ${bad}`);
    return await exchange(url, { ...wanted, signal, addresses, limit });
  } finally {
    place.leave();
  }
}

/**
 * Why an address could not be called now, for a form that asks for one; undefined where it could be, as far as this can be
 * known beforehand. A name that has no address may get one later.
 */
export async function checkDestination(world: OutboundWorld, url: URL): Promise<'insecure' | 'forbidden' | undefined> {
  const isPlain = url.protocol === 'http:';
  const addresses = await resolveOnce(world, url, AbortSignal.timeout(LIMIT_MS));
  if (!addresses && !isPlain) return undefined;
  const fault = destinationFault(
    { host: bareHost(url), isPlain, addresses: addresses ?? [] },
    world.settings.outboundAllow,
  );
  if (fault === undefined) return undefined;
  return isPlain ? 'insecure' : 'forbidden';
}

function no(reason: OutboundRefusal['reason'], detail: string, status?: number): OutboundResult {
  return refuse({ reason, detail, status });
}

function urlFault(url: URL | null): string | undefined {
  if (!url) return 'it is no URL';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'it is no https URL';
  return url.username !== '' || url.password !== '' ? 'it carries a user name' : undefined;
}

/** RFC 3986 §3.2.2: an IPv6 address stands in brackets. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Every address of the name, asked for once: what was judged is what is connected to. */
async function resolveOnce(
  world: OutboundWorld,
  url: URL,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const host = bareHost(url);
  if (isIP(host) !== 0) return [host];
  return await untilAborted(world.resolve(host), signal).then(
    (addresses) => (addresses.length > 0 ? addresses : undefined),
    () => undefined,
  );
}

/** Fails with the signal, whatever becomes of the work: what is never settled would keep its place for ever. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail, { once: true });
    work.then(resolve, reject);
  });
}

interface Exchange extends OutboundCall {
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
  readonly limit: AbortSignal;
}

async function exchange(url: URL, wanted: Exchange): Promise<OutboundResult> {
  let status: number | undefined;
  try {
    const answer = await untilAborted(send(url, wanted), wanted.signal);
    status = answer.statusCode ?? 0;
    if (status < 200) {
      answer.destroy();
      return no('unreachable', `${url.host} answered ${status}, which is no final answer`, status);
    }
    if (status >= 300 && status < 400) {
      answer.destroy();
      return no('redirect', `${url.host} answered ${status}`, status);
    }
    const body = await untilAborted(readBounded(answer), wanted.signal);
    return accept({ status, headers: headersOf(answer), body });
  } catch (error) {
    if (error instanceof TooMuch) return no('too_large', `${url.host} answered more than ${error.message}`, status);
    return interrupted(wanted, status) ?? no('unreachable', `${url.host}: ${codeOf(error)}`, status);
  }
}

function interrupted(
  { limit, signal }: Pick<Exchange, 'limit' | 'signal'>,
  status?: number,
): OutboundResult | undefined {
  if (limit.aborted) return no('too_slow', `no whole answer within ${LIMIT_MS} ms`, status);
  return signal.aborted ? no('aborted', 'nobody waits for it any more') : undefined;
}

function send(url: URL, { method = 'GET', headers = {}, body, signal, addresses }: Exchange): Promise<IncomingMessage> {
  const options = {
    method,
    signal,
    // No connection is kept, none is shared, and no proxy of the environment comes in between.
    agent: false,
    // The name stays what certificates are compared with; only its addresses are given.
    lookup: answering(addresses),
    maxHeaderSize: MOST_HEADER_BYTES,
    headers: { ...headers, 'user-agent': 'Latchkey', 'accept-encoding': 'identity', connection: 'close' },
  };
  return new Promise((resolve, reject) => {
    const ask: ClientRequest = url.protocol === 'http:' ? request(url, options) : loadHttps().request(url, options);
    let interim = 0;
    ask.on('information', () => {
      interim += 1;
      if (interim <= MOST_INTERIM) return;
      reject(new TooMuch(`${MOST_INTERIM} interim answers`));
      ask.destroy();
    });
    ask.on('socket', boundPieces);
    ask.on('response', resolve);
    // RFC 9110 §7.8: only for who asked. Where nobody listens for it, node:http closes the connection and tells nobody.
    ask.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer);
    });
    // Also after the answer has begun, when nobody listens to the promise any more.
    ask.on('error', reject);
    ask.on('close', () => reject(new Error('the connection was closed without an answer')));
    ask.end(body);
  });
}

/** Stands in for the system's resolver, so that the name is not asked for a second time. */
function answering(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, answer) => {
    const [first] = known;
    if (all) answer(null, known);
    else answer(null, first?.address ?? '', first?.family);
  };
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent.map(([name, value]) => [name, [value].flat().join(', ')]));
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
