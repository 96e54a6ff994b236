/** Signs checkpoints of the audit chain with the operator's own Ed25519 key, which the service never keeps. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Undefined where the file holds no private Ed25519 key in PEM. */
export function signWithPem(text: string, pem: string): string | undefined {
  const key = readKey(() => createPrivateKey(pem));
  return key && sign(null, Buffer.from(text), key).toString('base64');
}

/** Undefined where the file holds no Ed25519 key in PEM; a private one will do. */
export function isSignedBy(text: string, signature: string, pem: string): boolean | undefined {
  const key = readKey(() => createPublicKey(pem));
  return key && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

function readKey(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read();
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
