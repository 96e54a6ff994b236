/** Proves the rules of Proof Key for Code Exchange. */
import assert from 'node:assert/strict';
import { challengeOf, isCodeChallenge, isCodeVerifier, verifierMatches } from '../../../src/protocol/tokens/pkce.ts';
import { proves } from '../../support/proves.ts';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

proves('RFC 7636 §4.6', 'With S256 the verifier is hashed, base64url-encoded and compared with the challenge.', () => {
  assert.equal(challengeOf(VERIFIER), CHALLENGE);
  assert.equal(verifierMatches(VERIFIER, CHALLENGE), true);
  for (const wrong of ['', VERIFIER.slice(1), `${VERIFIER}A`, VERIFIER.toLowerCase(), CHALLENGE, `${VERIFIER}=`]) {
    assert.equal(verifierMatches(wrong, CHALLENGE), false, wrong);
  }
  for (const wrong of ['', VERIFIER, CHALLENGE.toLowerCase(), `${CHALLENGE}=`, CHALLENGE.slice(1)]) {
    assert.equal(verifierMatches(VERIFIER, wrong), false, wrong);
  }
});

proves(
  'RFC 7636 §4.1',
  'A verifier has a minimum length of 43 characters and a maximum length of 128 characters.',
  () => {
    for (const [length, isRight] of [
      [42, false],
      [43, true],
      [128, true],
      [129, false],
    ] as const) {
      assert.equal(isCodeVerifier('a'.repeat(length)), isRight, String(length));
    }
  },
);

proves('RFC 7636 §4.1', 'unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"', () => {
  const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
  assert.equal(unreserved.length, 66);
  assert.equal(isCodeVerifier(unreserved), true);
  for (let code = 0; code < 256; code += 1) {
    const character = String.fromCharCode(code);
    assert.equal(isCodeVerifier('a'.repeat(43) + character), unreserved.includes(character), `character ${code}`);
  }
});

proves('RFC 7636 §4.2', 'An S256 challenge is base64url without padding.', () => {
  assert.equal(isCodeChallenge(CHALLENGE), true);
  const tail = CHALLENGE.slice(1);
  for (const wrong of ['', tail, `${CHALLENGE}a`, 'a'.repeat(128), `${tail}=`, `+${tail}`, `/${tail}`, `.${tail}`]) {
    assert.equal(isCodeChallenge(wrong), false, wrong);
  }
  for (const wrong of [`${CHALLENGE}=`, ` ${tail}`, `${tail} `, `${CHALLENGE}\n`, `${tail}\n`, `é${tail}`]) {
    assert.equal(isCodeChallenge(wrong), false, wrong);
  }
});
