/** The cookie that remembers how a browser wants the pages; it says nothing about who uses it. */
import { formatLook, type Look, readLook } from '../../protocol/people/look.ts';
import type { World } from '../../world.ts';
import type { Request } from '../route.ts';
import { readCookie, sessionCookieName, setCookie } from './cookies.ts';

const YEAR_SECONDS = 365 * 86_400;

export function lookOf({ headers }: Pick<Request, 'headers'>, world: World): Look {
  return readLook(readCookie(headers.cookie, nameFor(world)));
}

export function lookCookie(world: World, look: Look): string {
  const secure = isSecure(world);
  return setCookie(nameFor(world), formatLook(look), { secure, sameSite: 'Lax', maxAgeSeconds: YEAR_SECONDS });
}

function nameFor(world: World): string {
  return `${sessionCookieName(isSecure(world))}-look`;
}

function isSecure({ settings }: World): boolean {
  return settings.url.startsWith('https:');
}
