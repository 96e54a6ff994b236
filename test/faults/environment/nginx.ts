/** Debian's nginx in front of instances, with the very configuration that deploy/ ships and docs/operating.md shows. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnChild } from '../../support/children.ts';
import { serverProgram } from '../../support/debian-package.ts';
import { eventually } from '../../support/eventually.ts';
import { isListening } from '../../support/listening.ts';

export interface Nginx {
  readonly url: string;
  /** What it wrote to its error log. */
  complaints(): string;
  stop(): Promise<void>;
}

interface NginxOrder {
  /** For its files. */
  readonly folder: string;
  readonly port: number;
  /** Two addresses of instances, as host and port. */
  readonly instances: readonly string[];
}

const SHIPPED = join(import.meta.dirname, '..', '..', '..', 'deploy', 'nginx', 'latchkey.conf');
const DOCUMENTED = ['127.0.0.1:3000', '127.0.0.1:3001'];
/** nginx makes these folders at its start, by default where only root may. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export async function startNginx(order: NginxOrder): Promise<Nginx> {
  const program = await serverProgram('nginx');
  mkdirSync(order.folder, { recursive: true });
  const file = join(order.folder, 'nginx.conf');
  writeFileSync(file, configuration(order));
  const child = spawnChild(program, ['-p', order.folder, '-c', file, '-e', 'stderr'], { cwd: order.folder });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-20_000);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([eventually('nginx listens', () => isListening(order.port)), ended]);
  if (child.exitCode !== null) throw new Error(`nginx ended: ${stderr}`);
  return {
    url: `http://127.0.0.1:${order.port}`,
    complaints: () => stderr,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Only what a test machine has no place for is changed: the ports, the certificate, and where files are. */
function configuration({ folder, port, instances }: NginxOrder): string {
  const replaced: readonly (readonly [RegExp | string, string])[] = [
    ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
    [/^ *ssl_certificate(_key)? .*\n/gm, ''],
    ['/var/log/nginx/id.example.org.log', join(folder, 'access.log')],
    ...DOCUMENTED.map((address, index) => [address, instances[index] ?? ''] as const),
  ];
  const text = replaced.reduce(
    (whole, [from, to]) => {
      if (typeof from === 'string' && !whole.includes(from))
        throw new Error(`deploy/nginx/latchkey.conf has no ${from}`);
      return whole.replace(from, to);
    },
    readFileSync(SHIPPED, 'utf8'),
  );
  const places = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`);
  // Whoever is root runs the workers as root too, since the folder is closed to others.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')};
events { worker_connections 1024; }
http {
${places.join('\n')}
${text}
}
`;
}
