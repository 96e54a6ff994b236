/** Programs that check whether a webhook came from this service: the same texts on a page and in the tests that run them. */

interface WebhookSnippet {
  readonly id: 'node' | 'python';
  readonly label: string;
  readonly text: string;
}

export const WEBHOOK_SNIPPETS: readonly WebhookSnippet[] = [
  {
    id: 'node',
    label: 'Node.js',
    text: `import { createHmac, timingSafeEqual } from 'node:crypto';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');

/** body: the bytes as they came, before they are parsed. */
export function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return false;
  const own = createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest();
  return given.split(' ').some((each) => {
    const sent = Buffer.from(each.replace('v1,', ''), 'base64');
    return sent.length === own.length && timingSafeEqual(sent, own);
  });
}`,
  },
  {
    id: 'python',
    label: 'Python',
    text: `import base64, hashlib, hmac, os, re, time

KEY = base64.b64decode(os.environ['WEBHOOK_SECRET'].removeprefix('whsec_'))


def is_genuine(headers, body):
    """body: the bytes as they came, before they are parsed."""
    id, at, given = [headers.get('webhook-' + name) or '' for name in ('id', 'timestamp', 'signature')]
    if not re.fullmatch('[0-9]{1,12}', at) or abs(time.time() - int(at)) > 300:
        return False
    signed = f'{id}.{at}.'.encode(errors='replace') + body
    own = b'v1,' + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(own, each.encode(errors='replace')) for each in given.split(' '))`,
  },
];
