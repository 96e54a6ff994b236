/** Writes the requests of the workloads, as whole HTTP messages. */
import type { Stage } from './job.ts';

const AGENT = 'latchkey-bench/1';

export function get(path: string, headers: Readonly<Record<string, string>> = {}): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${AGENT}\r\n${lines(headers)}\r\n`;
}

/** `body` is already urlencoded, hence of one byte for each character. */
export function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const type = 'application/x-www-form-urlencoded';
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${AGENT}\r\n${lines(headers)}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

export function bearerCheck({ identityPath }: Stage, access: string): string {
  return get(identityPath, { Authorization: `Bearer ${access}` });
}

export function refresh(stage: Stage, token: string): string {
  return asClient(stage, stage.tokenPath, `grant_type=refresh_token&refresh_token=${encodeURIComponent(token)}`);
}

export function exchange(stage: Stage, code: string): string {
  const verifier = stage.verifier === undefined ? '' : `&code_verifier=${stage.verifier}`;
  const redirect = encodeURIComponent(stage.redirectUri);
  const body = `grant_type=authorization_code&code=${encodeURIComponent(code)}&redirect_uri=${redirect}${verifier}`;
  return asClient(stage, stage.tokenPath, body);
}

export function clientCredentials(stage: Stage): string {
  const scope = stage.machineScope === undefined ? '' : `&scope=${encodeURIComponent(stage.machineScope)}`;
  return asClient(stage, stage.tokenPath, `grant_type=client_credentials${scope}`);
}

export function introspect(stage: Stage, access: string): string {
  return asClient(stage, stage.introspectPath, `token=${encodeURIComponent(access)}`);
}

function asClient(stage: Stage, path: string, body: string): string {
  const id = encodeURIComponent(stage.clientId);
  const secret = encodeURIComponent(stage.clientSecret);
  if (!stage.isBasic) return post(path, `${body}&client_id=${id}&client_secret=${secret}`);
  const credentials = Buffer.from(`${id}:${secret}`).toString('base64');
  return post(path, body, { Authorization: `Basic ${credentials}` });
}

function lines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
