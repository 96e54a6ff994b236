/**
 * A run of the playground: the owner of an application walks through its flow, and this service plays the client.
 *
 * Everything of a run follows from one secret of the owner's session, so nothing of it is stored: the state is sealed
 * with it, and the verifier is derived from it. Whoever lacks that session can neither make a state nor a verifier.
 */
import { timingSafeEqual } from 'node:crypto';

/** How long a run lasts, and how long its tokens may be made to expire on purpose. */
export const RUN_SECONDS = 3600;
export const RUN_RANDOM_BYTES = 16;

/**
 * Stands where the client's secret belongs, since only a digest of that one is kept. It counts inside the playground
 * alone; from outside it is a wrong secret like any other. Its words say what to put there in a copied request.
 */
export const STAND_IN_SECRET = 'YOUR_CLIENT_SECRET';

/** Marks a request that the playground makes inside this process; nothing that comes from a socket can carry it. */
export interface PlaygroundCall {
  readonly accountId: number;
  /** The record's number of the one application the run is about. */
  readonly clientId: number;
  readonly callback: string;
}

export interface Run {
  readonly state: string;
  readonly verifier: string;
}

/** What a run belongs to: a session, and the application. */
export interface RunOwner {
  /** 43 characters of base64url that follow from the text and from a secret of the session, apart for state and verifier. */
  readonly derive: (what: 'state' | 'verifier', text: string) => string;
  /** The public client_id. */
  readonly clientId: string;
}

const STATE = /^([0-9]{1,12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** Where the redirect of a run is caught. Registration refuses this address, as every other of our own. */
export function playgroundCallback(url: string, clientId: string): string {
  return `${url}/oauth/applications/${encodeURIComponent(clientId)}/test/callback`;
}

/** `random` must be RUN_RANDOM_BYTES fresh random bytes. */
export function startRun(owner: RunOwner, startedAt: number, random: Buffer): Run {
  return runOf(owner, String(startedAt), random.toString('base64url'));
}

/** The run that a state belongs to; undefined for a state of another session or application, and for one too old. */
export function readRun(owner: RunOwner, state: string | undefined, now: number): Run | undefined {
  const [, startedAt, random] = STATE.exec(state ?? '') ?? [];
  if (state === undefined || startedAt === undefined || random === undefined) return undefined;
  const run = runOf(owner, startedAt, random);
  const age = now - Number(startedAt);
  // The pattern has fixed the length of every part, so both have the same.
  const isSealed = timingSafeEqual(Buffer.from(run.state), Buffer.from(state));
  return isSealed && age >= 0 && age < RUN_SECONDS ? run : undefined;
}

function runOf({ derive, clientId }: RunOwner, startedAt: string, random: string): Run {
  const name = `${startedAt}.${random}`;
  const text = JSON.stringify([clientId, name]);
  // RFC 7636 §4.1: 43 characters of base64url are a verifier.
  return { state: `${name}.${derive('state', text)}`, verifier: derive('verifier', text) };
}
