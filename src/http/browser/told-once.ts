/**
 * The cookie by which the page after an action tells once what was done. The address names it too, but an address can be
 * reloaded, kept and written by anybody: alone it tells nothing.
 */
import type { World } from '../../world.ts';
import type { Request } from '../route.ts';
import { clearCookie, readCookie, sessionCookieName, setCookie } from './cookies.ts';

/** For the way to the next page, over a slow line and perhaps another redirect. */
const KEPT_SECONDS = 60;
const DONE = /[?&]done=([a-z_]+)(?:&|$)/;

/** For a way to a page that tells something; `about` is what it was done to, or to how many, where the page says so. */
export function toldCookies(world: World, target: string, about: string | null = null): readonly string[] {
  const [, key] = DONE.exec(target) ?? [];
  if (key === undefined) return [];
  const value = about === null ? key : `${key}.${Buffer.from(about).toString('base64url')}`;
  const secure = isSecure(world);
  return [setCookie(nameFor(secure), value, { secure, sameSite: 'Lax', maxAgeSeconds: KEPT_SECONDS })];
}

export interface Told {
  readonly about: string | null;
  /** What makes the browser forget it. */
  readonly cookie: string;
}

/** Undefined where the browser was not led here by what it did, or was told already. */
export function toldOnce({ headers, query }: Request, world: World): Told | undefined {
  const key = query.get('done');
  if (key === undefined) return undefined;
  const secure = isSecure(world);
  const [known, about] = readCookie(headers.cookie, nameFor(secure))?.split('.') ?? [];
  if (known !== key) return undefined;
  return {
    about: about === undefined ? null : Buffer.from(about, 'base64url').toString(),
    cookie: clearCookie(nameFor(secure), { secure, sameSite: 'Lax' }),
  };
}

function nameFor(secure: boolean): string {
  return `${sessionCookieName(secure)}-done`;
}

function isSecure({ settings }: World): boolean {
  return settings.url.startsWith('https:');
}
