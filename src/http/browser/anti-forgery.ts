/** Form tokens: proof that a form was made for the browser that sends it. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * `secret` is the value of a cookie that only this browser and we know; `purpose` names the form (`consent`), so that
 * a token seen in one form is worth nothing in another.
 */
export function formToken(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

export function isFormToken(secret: string, purpose: string, presented: string | undefined): boolean {
  if (secret === '' || presented === undefined) return false;
  const expected = Buffer.from(formToken(secret, purpose));
  const given = Buffer.from(presented);
  // The length of a token is no secret; its bytes are compared in constant time.
  return given.length === expected.length && timingSafeEqual(given, expected);
}
