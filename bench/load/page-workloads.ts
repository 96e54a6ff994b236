/** The workloads of the pages that people see: signing in, the consent page, consenting, and a flood of guesses. */
import type { Script } from './drive.ts';
import type { Stage, TokenPair } from './job.ts';
import { consentForm, consentPath, enrol, FORM_HEADERS, type Person, type ReadyForm, signInForm } from './people.ts';
import { get, post } from './requests.ts';
import { codeOf } from './seed.ts';
import { type Answer, headerOf } from './wire.ts';
import { bearerChecks } from './workloads.ts';

/** Enough to keep every thread that hashes passwords busy. */
const GUESSERS = 16;

export async function signIns(stage: Stage, lanes: number): Promise<Script> {
  const requests = await Promise.all((await enrol(stage, lanes)).map((person) => signInRequest(stage, person)));
  return { next: (lane) => requests[lane] ?? '', isCorrect: (_lane, answer) => isSignedIn(answer) };
}

export async function consentPages(stage: Stage, lanes: number): Promise<Script> {
  const requests = (await enrol(stage, lanes)).map((person) => consentPageRequest(stage, person));
  return { next: (lane) => requests[lane] ?? '', isCorrect: (_lane, answer) => isConsentPage(answer) };
}

/** Everybody approves again and again what they have approved before; the service asks because it is told to. */
export function consents({ codeRequests }: Stage): Script {
  return {
    next: (lane) => codeRequests[lane % codeRequests.length] ?? '',
    isCorrect: (_lane, answer) => codeOf(answer) !== undefined,
  };
}

/** The requests that approve the consent form, one for each person. */
export async function consentRequests(stage: Stage, people: readonly Person[]): Promise<readonly string[]> {
  const requests: string[] = [];
  for (const person of people) requests.push(postForm('/oauth/authorize', await consentForm(stage, person)));
  return requests;
}

/** W1 on the measured lanes; on the others strangers guess the password of somebody who exists. */
export async function floodedBearerChecks(stage: Stage, tokens: readonly TokenPair[], lanes: number): Promise<Script> {
  const checks = bearerChecks(stage, tokens);
  const [victim] = await enrol(stage, 1);
  if (victim === undefined) throw new Error('nobody could be enrolled');
  const guess = await signInRequest(stage, { ...victim, password: 'not the password at all' });
  return {
    extraLanes: GUESSERS,
    isUnmeasured: (lane) => lane >= lanes,
    next: (lane) => (lane < lanes ? checks.next(lane) : guess),
    isCorrect: (lane, answer) => (lane < lanes ? checks.isCorrect(lane, answer) : answer.status >= 400),
  };
}

export async function signInRequest(stage: Stage, person: { nickname: string; password: string }): Promise<string> {
  return postForm('/sign-in', await signInForm(stage, person));
}

export function consentPageRequest(stage: Stage, { cookie }: Person): string {
  return get(consentPath(stage), { Cookie: cookie });
}

export function isSignedIn(answer: Answer): boolean {
  return answer.status === 303 && headerOf(answer, 'set-cookie').startsWith('latchkey=');
}

export function isConsentPage(answer: Answer): boolean {
  return answer.status === 200 && answer.body.includes('name="decision"');
}

function postForm(path: string, { body, cookie }: ReadyForm): string {
  return post(path, body, { Cookie: cookie, ...FORM_HEADERS });
}
