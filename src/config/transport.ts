/** Reads how a PostgreSQL server is reached from its address: a host or a folder of sockets, and what TLS has to prove. */
import { HIGHEST_PORT } from './servers.ts';

/** As the address of PostgreSQL's own programs: what is encrypted, and what the certificate is compared with. */
type TlsMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

export interface Transport {
  /** The file of the socket, where the server is reached without the network. */
  readonly path: string | undefined;
  /** Undefined where the address names none. */
  readonly host: string | undefined;
  readonly port: number;
  readonly tls: TlsMode;
  /** The file with the certificates that are trusted; undefined for those of Node.js. */
  readonly authorities: string | undefined;
  /** The address without what is said here, for the driver. */
  readonly rest: string;
}

const MODES: readonly TlsMode[] = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];
const USUAL_PORT = 5432;
/** Parameters that concern the transport; any other is a setting of the session. */
const OWN = ['sslmode', 'ssl', 'sslrootcert', 'host', 'port', 'target_session_attrs'] as const;
const UNSUPPORTED = ['sslcert', 'sslkey', 'sslcrl', 'sslpassword', 'sslnegotiation', 'hostaddr', 'service'];

/** What is wrong with the address of one server, completing "must …"; undefined when nothing is. */
export function faultOfTransport(address: string): string | undefined {
  const query = new URL(address).searchParams;
  const unsupported = UNSUPPORTED.find((name) => query.has(name));
  if (unsupported !== undefined) return `leave ${unsupported} out, which is not supported`;
  const mode = query.get('sslmode') ?? query.get('ssl');
  if (mode !== null && modeOf(mode) === undefined) return `have one of ${MODES.join(', ')} as sslmode`;
  const encoding = query.get('client_encoding');
  if (encoding !== null && !/^(?:utf-?8|unicode)$/i.test(encoding))
    return 'leave client_encoding out: texts are read and written in UTF-8';
  const host = query.get('host');
  if (host !== null && !host.startsWith('/')) return 'name hosts before the path; host= takes a folder of sockets';
  const port = query.get('port');
  if (port !== null && !(/^\d{1,5}$/.test(port) && Number(port) <= HIGHEST_PORT))
    return `have a number of at most ${HIGHEST_PORT} as port`;
  return undefined;
}

export function transportOf(address: string): Transport {
  const url = new URL(address);
  const query = new URLSearchParams(url.searchParams);
  for (const name of OWN) url.searchParams.delete(name);
  const named = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  const folder = query.get('host') ?? (named.startsWith('/') ? named : undefined);
  const port = Number(url.port || (query.get('port') ?? USUAL_PORT));
  const file = query.get('sslrootcert') ?? undefined;
  // The driver would take a folder in the place of the host for a name.
  if (folder !== undefined) url.hostname = 'localhost';
  return {
    path: folder === undefined ? undefined : `${folder}/.s.PGSQL.${port}`,
    host: folder === undefined && named !== '' ? named : undefined,
    port,
    tls: folder === undefined ? tlsOf(query, file) : 'disable',
    authorities: file === 'system' ? undefined : file,
    rest: url.href,
  };
}

/** Whoever names an authority wants it asked, as PostgreSQL's own programs understand it. */
function tlsOf(query: URLSearchParams, file: string | undefined): TlsMode {
  if (file === 'system') return 'verify-full';
  const mode = modeOf(query.get('sslmode') ?? query.get('ssl') ?? 'disable') ?? 'verify-full';
  return mode === 'require' && file !== undefined ? 'verify-ca' : mode;
}

function modeOf(text: string): TlsMode | undefined {
  if (text === 'true') return 'verify-full';
  if (text === 'false') return 'disable';
  // Without TLS unless the server insists: none insists that would not also offer it.
  if (text === 'allow') return 'prefer';
  return MODES.find((mode) => mode === text);
}
