/** Signs webhooks as Standard Webhooks says: HMAC-SHA-256 over the id, the moment and the body, with a secret of their own. */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
/** The standard asks for 24 to 64. */
export const WEBHOOK_SECRET_BYTES = 32;

export function formatWebhookSecret(random: Buffer): string {
  return PREFIX + random.toString('base64');
}

interface Message {
  readonly id: string;
  /** Epoch seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** One signature for each live secret, so that a receiver may know either. */
export function signWebhook({ id, timestamp, body }: Message, secrets: readonly string[]): string {
  const content = `${id}.${timestamp}.${body}`;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
    })
    .join(' ');
}
