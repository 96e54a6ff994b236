/** A self-signed certificate for host names and IPv4 addresses, made on the spot, so that no key lies in the repository. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  readonly certificate: string;
  readonly key: KeyObject;
}

/** The first one is also its common name. */
export function selfSigned(host: string, ...others: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const name = sequence(tagged(0x31, sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from(host)))));
  const validity = sequence(time('20200101000000Z'), time('20990101000000Z'));
  const alternative = sequence(...[host, ...others].map(generalName));
  const extensions = sequence(sequence(oid(0x55, 0x1d, 0x11), tagged(0x04, alternative)));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const text = sequence(body, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return { certificate: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`, key: privateKey };
}

/** RFC 5280 §4.2.1.6: a name as text, an address as its bytes. */
function generalName(host: string): Buffer {
  return isIPv4(host) ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function oid(...bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function time(text: string): Buffer {
  return tagged(0x18, Buffer.from(text));
}

/** DER: a tag, the length in one byte or in as many as its first byte says, and the content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
