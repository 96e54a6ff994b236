/** Reads and writes cookies, every flag said aloud. */

interface CookieFlags {
  /** True over https; browsers then insist on the `__Host-` prefix's rules too. */
  readonly secure: boolean;
  /** Strict is not sent when a person comes from a client's site; Lax is, on links but not on foreign forms. */
  readonly sameSite: 'Lax' | 'Strict';
  /** Without it, the cookie ends with the browser's session. */
  readonly maxAgeSeconds?: number;
}

/** `__Host-` keeps sibling domains from planting a cookie of this name. Plain http exists on loopback only. */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-latchkey' : 'latchkey';
}

/** Whether there is one of this name at all, whatever it holds. */
export function hasCookie(header: string | undefined, name: string): boolean {
  return (header ?? '').split(';').some((pair) => pair.trim().startsWith(`${name}=`));
}

/** Undefined also when the name occurs twice: one of the two was planted, and it cannot be told which. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  let value: string | undefined;
  let start = 0;
  while (start < header.length) {
    const semicolon = header.indexOf(';', start);
    const end = semicolon === -1 ? header.length : semicolon;
    const pair = header.slice(start, end).trim();
    if (pair.startsWith(name) && pair[name.length] === '=') {
      if (value !== undefined) return undefined;
      value = pair.slice(name.length + 1);
    }
    start = end + 1;
  }
  return value;
}

/** The value of a Set-Cookie header. HttpOnly and Path=/ without Domain, always. */
export function setCookie(name: string, value: string, flags: CookieFlags): string {
  // RFC 6265 §4.1.1 allows more; our values are base64url, and anything else here is a defect.
  if (!/^[A-Za-z0-9._~-]*$/.test(value))
    throw new Error(`The value of the cookie ${name} holds a forbidden character.`);
  const age = flags.maxAgeSeconds === undefined ? '' : `; Max-Age=${flags.maxAgeSeconds}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${flags.sameSite}${flags.secure ? '; Secure' : ''}${age}`;
}

export function clearCookie(name: string, flags: Omit<CookieFlags, 'maxAgeSeconds'>): string {
  return setCookie(name, '', { ...flags, maxAgeSeconds: 0 });
}
