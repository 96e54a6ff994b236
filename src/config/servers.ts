/** Reads a PostgreSQL address that may name several servers: postgres://USER@HOST:PORT,HOST:PORT/NAME. */

interface ServerAddress {
  /** Up to and with the `@`; without the user name where there is none. */
  readonly before: string;
  readonly hosts: readonly string[];
  /** From the path on. */
  readonly after: string;
}

const MOST_SERVERS = 8;
export const HIGHEST_PORT = 65_535;

export function readServerAddress(address: string): ServerAddress | undefined {
  const [, scheme = '', authority = '', after = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(address) ?? [];
  if (scheme === '') return undefined;
  const mark = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(mark).split(',');
  // Without any host the driver takes the machine's own; in a list each place has to name one.
  const isNamed = (host: string) => URL.canParse(`${scheme}${host}`) && (host !== '' || hosts.length === 1);
  const isRight = hosts.length <= MOST_SERVERS && hosts.every(isNamed);
  if (!isRight) return undefined;
  // A user without a host is no URL, but how PostgreSQL's own programs name one on this machine.
  const isLocal = mark > 0 && hosts[0] === '';
  return { before: scheme + authority.slice(0, mark), hosts: isLocal ? ['localhost'] : hosts, after };
}

/** A number that no port has behind one of the hosts, and not in a password that was not written as an address needs it. */
export function hasPortBeyond(address: string): boolean {
  const [, authority = '', after = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/s.exec(address) ?? [];
  const mark = authority.lastIndexOf('@') + 1;
  if (mark === 0 && after.includes('@')) return false;
  return authority
    .slice(mark)
    .split(',')
    .some((host) => Number(/:(\d+)$/.exec(host)?.[1]) > HIGHEST_PORT);
}

/** One address for each server. Which of them takes writes is found out by asking, and needs no setting. */
export function serversOf(address: string): readonly string[] {
  const read = readServerAddress(address);
  if (!read) return [address];
  return read.hosts.map((host) => {
    const url = new URL(`${read.before}${host}${read.after}`);
    url.searchParams.delete('target_session_attrs');
    return url.href;
  });
}
