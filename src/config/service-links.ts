/**
 * Tells settings from the variables that Kubernetes puts into every container of a namespace with a Service whose name
 * begins with "latchkey": LATCHKEY_PORT=tcp://10.0.0.1:80, LATCHKEY_SERVICE_HOST, LATCHKEY_ADMIN_PORT_80_TCP_ADDR, …
 */

const ADDRESS = /^[0-9a-f.:]+$/i;
const NUMBER = /^\d+$/;
const LINK = /^(tcp|udp|sctp):\/\//;

/** The end of a name, and what its value looks like. */
const FAMILY: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/_SERVICE_HOST$/, ADDRESS],
  [/_SERVICE_PORT(_[A-Z0-9_]+)?$/, NUMBER],
  [/_PORT$/, LINK],
  [/_PORT_\d+_(TCP|UDP|SCTP)$/, LINK],
  [/_PORT_\d+_(TCP|UDP|SCTP)_PROTO$/, /^(tcp|udp|sctp)$/],
  [/_PORT_\d+_(TCP|UDP|SCTP)_PORT$/, NUMBER],
  [/_PORT_\d+_(TCP|UDP|SCTP)_ADDR$/, ADDRESS],
];

/** The environment without them. Name and value have to fit, so that a misspelt setting is still told. */
export function withoutServiceLinks<Value extends string | undefined>(
  env: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => !isServiceLink(name, value ?? '')));
}

function isServiceLink(name: string, value: string): boolean {
  return name.startsWith('LATCHKEY_') && FAMILY.some(([end, look]) => end.test(name) && look.test(value));
}
