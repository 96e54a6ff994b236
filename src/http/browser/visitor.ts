/** The browser that asks for a page: the account behind its cookie, if any, and the tokens of its forms. */

import { findSignedIn, isConfirmed, type SignedIn, settle } from '../../accounts/sessions.ts';
import {
  type DerivedPurpose,
  derive,
  type FormPurpose,
  isSealOf,
  SEAL_BYTES,
  type SealPurpose,
  seal,
} from '../../keys/seal.ts';
import { withTarget } from '../../protocol/authorize/return-target.ts';
import { digest } from '../../protocol/digest.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { queryWithoutSecrets } from '../../protocol/secret-parameters.ts';
import type { World } from '../../world.ts';
import { readPageForm } from '../reading/form-body.ts';
import { seeOther } from '../replying/replies.ts';
import type { Reply, Request, RouteTable } from '../route.ts';
import { clearCookie, hasCookie, readCookie, sessionCookieName, setCookie } from './cookies.ts';
import { toldCookies } from './told-once.ts';

export interface Visitor {
  readonly request: Request;
  readonly world: World;
  readonly routes: RouteTable;
  readonly account: SignedIn | null;
  /** The page shows a form again that was sent and could not be taken, with what was typed. */
  readonly isKept?: true;
  /** The page that asks: this one, or the one whose form was sent here. */
  readonly askedFrom: string;
  formToken(purpose: FormPurpose): string;
  isFormToken(purpose: FormPurpose, presented: string | undefined): boolean;
  /** Seals a text for this browser's session; each seal looks different. */
  seal(purpose: SealPurpose, content: string): string;
  isSealed(purpose: SealPurpose, content: string, presented: string | undefined): boolean;
  /** A value that only this browser's session leads to, the same each time. */
  derive(purpose: DerivedPurpose, content: string): string;
  /** The Set-Cookie values that the reply has to carry. Asked for last: making a form may add one. */
  cookies(): readonly string[];
}

export interface AccountVisitor extends Visitor {
  readonly account: SignedIn;
}

/** The session that a browser still names after its end. */
export interface EndedSession {
  readonly digest: string;
  /** Whether a form was made for it. */
  isFormToken(presented: string | undefined): boolean;
}

const VALUE_BYTES = 32;
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/**
 * An anonymous browser is known by a cookie alone, and only once a form was made for it. Nothing is written but that a session
 * which took the place of another is used now.
 */
export async function visitorOf(request: Request, world: World, routes: RouteTable): Promise<Visitor> {
  const asking = { request, world, routes, askedFrom: hereOf(request) };
  const visitor = await visitorWith(readSession(request, world), asking);
  if (visitor.account && visitor.account.session.replaces !== null) await settle(world, visitor.account);
  return visitor;
}

function hereOf({ method, path, rawQuery }: Request): string {
  return method !== 'POST' && rawQuery !== '' ? `${path}?${queryWithoutSecrets(rawQuery)}` : path;
}

/** Whether a cookie is sent that may name a session; whether it does is looked up by `visitorOf`. */
export function saysItIsSignedIn(request: Request, world: World): boolean {
  return VALUE.test(readSession(request, world) ?? '');
}

/** Whether a cookie of ours is sent. Every page with a form sets one, so a form comes without where the browser keeps none. */
export function keepsCookies({ request: { headers }, world }: Pick<Visitor, 'request' | 'world'>): boolean {
  const name = sessionCookieName(isSecure(world));
  return hasCookie(headers.cookie, name) || hasCookie(headers.cookie, strangerName(name));
}

/** Null where the browser names none. What is asked for has to be proved all the same: the cookie is worth nothing any more. */
export function endedSessionOf({ request, world }: Visitor): EndedSession | null {
  const value = readSession(request, world);
  if (value === undefined || !VALUE.test(value)) return null;
  const made = { key: value, purpose: 'form/page', content: '' } as const;
  return { digest: digest(value), isFormToken: (presented) => isSealOf(presented, made) };
}

/** The same browser after its session was replaced in this very request: its forms are sealed for the new one. */
export function visitorAfter(visitor: Visitor, sessionValue: string): Promise<Visitor> {
  return visitorWith(sessionValue, visitor);
}

type Asking = Pick<Visitor, 'request' | 'world' | 'routes' | 'askedFrom'>;

async function visitorWith(sessionValue: string | undefined, asking: Asking): Promise<Visitor> {
  const { request, world, routes, askedFrom } = asking;
  const account = sessionValue === undefined ? null : await findSignedIn(world, sessionValue, request.source);
  const anonymous = strangerOf(request, world);
  // Forms from before sign-in stay bound to the anonymous cookie, also for an account: signing in in one tab must not
  // spoil the form in another.
  const keyFor = (purpose: SealPurpose | DerivedPurpose) =>
    account && sessionValue !== undefined && purpose !== 'form/stranger' && purpose !== 'form/kept'
      ? { key: sessionValue, keyName: account.session.digest }
      : { key: anonymous.key() };
  const isSealed: Visitor['isSealed'] = (purpose, content, presented) =>
    isSealOf(presented, { ...keyFor(purpose), purpose, content });
  const sealed: Visitor['seal'] = (purpose, content) =>
    seal({ ...keyFor(purpose), purpose, content }, world.randomBytes(SEAL_BYTES));
  return {
    request,
    world,
    routes,
    account,
    askedFrom,
    formToken: (purpose) => sealed(`form/${purpose}`, ''),
    isFormToken: (purpose, presented) => isSealed(`form/${purpose}`, '', presented),
    seal: sealed,
    isSealed,
    derive: (purpose, content) => derive(keyFor(purpose).key, purpose, content),
    cookies: anonymous.cookies,
  };
}

/** The visitor, signed in; or the way to the sign-in page and back to here, or to the form that was sent. */
export function requireAccount(visitor: Visitor): Result<AccountVisitor, Reply> {
  const { account, request, askedFrom } = visitor;
  if (account) return accept({ ...visitor, account });
  return refuse(
    request.method === 'POST' ? signInAgain(visitor) : seeOther(withReturn(visitor, '/sign-in', askedFrom)),
  );
}

/**
 * To the sign-in page, for somebody whose session ended while a form was open: it says that nothing was saved, and leads back
 * to the form; or to where the form would have led, if it only stood on the way.
 */
export function signInAgain(visitor: Visitor): Reply {
  const { request, routes, askedFrom } = visitor;
  const form = readPageForm(request);
  const further = routes.localTarget(form.ok ? form.value.get('return_to') : undefined);
  return seeOther(withLoss(withReturn(visitor, '/sign-in', further === '/' ? askedFrom : further)));
}

function withLoss(way: string): string {
  return `${way}${way.includes('?') ? '&' : '?'}done=not_saved`;
}

/** Whether somebody proved the account recently enough, in this browser, for a dangerous act. */
export function isFresh({ account, world }: Visitor): boolean {
  return account !== null && isConfirmed(account.session, world.now());
}

/** Sends the browser on, with what it has to remember. */
export function leaveFor(visitor: Visitor, target: string, cookies: readonly string[] = []): Reply {
  return leaveWith(visitor, target, [...cookies, ...toldCookies(visitor.world, target)]);
}

/** The same where the page that follows says to what, or to how many: an application that is no longer in its list. */
export function leaveNaming(visitor: Visitor, target: string, about: string | null): Reply {
  return leaveWith(visitor, target, toldCookies(visitor.world, target, about));
}

function leaveWith(visitor: Visitor, target: string, cookies: readonly string[]): Reply {
  const all = [...visitor.cookies(), ...cookies];
  return seeOther(target, all.length > 0 ? { 'Set-Cookie': all } : {});
}

/** Without Max-Age: the cookie ends with the browser, the session in the database ends on its own. */
export function sessionCookie(world: World, value: string): string {
  const secure = isSecure(world);
  return setCookie(sessionCookieName(secure), value, { secure, sameSite: 'Lax' });
}

export function endedSessionCookie(world: World): string {
  const secure = isSecure(world);
  return clearCookie(sessionCookieName(secure), { secure, sameSite: 'Lax' });
}

/**
 * The session ends, and with it the forms from before the sign-in: the page that brought a typed form back is the answer to such a
 * form, with the password in it, and whoever has the browser next may go back and send it again.
 */
export function signedOutCookies(world: World): readonly string[] {
  const secure = isSecure(world);
  const stranger = world.randomBytes(VALUE_BYTES).toString('base64url');
  const name = strangerName(sessionCookieName(secure));
  return [endedSessionCookie(world), setCookie(name, stranger, { secure, sameSite: 'Lax' })];
}

/** A path that leads back to where the visitor wanted to go, if that is a page of ours. */
export function withReturn({ routes }: Visitor, path: string, returnTo: string): string {
  return withTarget(path, routes.localTarget(returnTo));
}

function readSession({ headers }: Request, world: World): string | undefined {
  return readCookie(headers.cookie, sessionCookieName(isSecure(world)));
}

/** A random value that only this browser knows, for the tokens of its forms before anybody signed in. */
function strangerOf({ headers }: Request, world: World): { key(): string; cookies(): readonly string[] } {
  const secure = isSecure(world);
  const name = strangerName(sessionCookieName(secure));
  const sent = readCookie(headers.cookie, name);
  const known = sent !== undefined && VALUE.test(sent) ? sent : undefined;
  let made: string | undefined;
  return {
    key() {
      if (known !== undefined) return known;
      made ??= world.randomBytes(VALUE_BYTES).toString('base64url');
      return made;
    },
    cookies: () => (made === undefined ? [] : [setCookie(name, made, { secure, sameSite: 'Lax' })]),
  };
}

function strangerName(sessionName: string): string {
  return `${sessionName}-stranger`;
}

function isSecure({ settings }: World): boolean {
  return settings.url.startsWith('https:');
}
