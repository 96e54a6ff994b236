/** Proves that the files of deploy/ are sound: their settings exist, they parse, and the programs that read them agree. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { secretVariables } from '../../src/config/load.ts';
import { SETTING_NAMES, variableOf } from '../../src/config/names.ts';
import { serverProgram } from '../support/debian-package.ts';
import { temporaryDirectory } from '../support/service.ts';

const root = join(import.meta.dirname, '..', '..');
const shipped = join(root, 'deploy');
const textOf = (...path: string[]): string => readFileSync(join(shipped, ...path), 'utf8');
const files = readdirSync(shipped, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(shipped, join(entry.parentPath, entry.name)));

/** Every document of a file of YAML, as what it says. */
function documentsOf(...path: string[]): Record<string, unknown>[] {
  return parseAllDocuments(textOf(...path)).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS();
  });
}

const UNIT = join('systemd', 'latchkey.service');
const EXECUTABLE = '/opt/latchkey/node_modules/.bin/latchkey';

test('every setting that a shipped file names is one of the service', () => {
  const known = new Set([
    ...SETTING_NAMES.map(variableOf),
    ...secretVariables().map((name) => `${name}_FILE`),
    'LATCHKEY_CONFIG',
  ]);
  const named = files.flatMap((name) => textOf(name).match(/\bLATCHKEY_\w+/g) ?? []);

  for (const name of named) assert.ok(known.has(name), `deploy names ${name}`);
  assert.ok(named.length > 10, `${named.length} settings`);
});

test('every port and path that a shipped file asks is one of the service', () => {
  const paths = files.flatMap((name) => textOf(name).match(/(?<=\s|"|: )\/health\/\w+/g) ?? []);

  assert.deepEqual([...new Set(paths)].toSorted(), ['/health/live', '/health/ready']);
});

test('the manifests for Kubernetes fit together: labels, ports, the user of the image, the secret', () => {
  const [deployment, service, budget] = documentsOf('kubernetes', 'latchkey.yaml');
  const path = (from: unknown, ...names: (string | number)[]): unknown =>
    // The assertions judge what is found.
    names.reduce<unknown>((value, name) => (value as Record<string | number, unknown> | undefined)?.[name], from);
  const labels = path(deployment, 'spec', 'template', 'metadata', 'labels');
  const container = path(deployment, 'spec', 'template', 'spec', 'containers', 0);

  assert.deepEqual(path(deployment, 'spec', 'selector', 'matchLabels'), labels);
  assert.deepEqual(path(service, 'spec', 'selector'), labels);
  assert.deepEqual(path(budget, 'spec', 'selector', 'matchLabels'), labels);
  assert.equal(path(service, 'spec', 'ports', 0, 'targetPort'), path(container, 'ports', 0, 'name'));
  assert.deepEqual(
    [path(deployment, 'kind'), path(service, 'kind'), path(budget, 'kind')],
    ['Deployment', 'Service', 'PodDisruptionBudget'],
  );
  const user = path(deployment, 'spec', 'template', 'spec', 'securityContext', 'runAsUser');
  assert.match(textOf('container', 'Containerfile'), new RegExp(`^USER ${user}:${user}$`, 'm'));
  assert.equal(
    path(container, 'volumeMounts', 0, 'name'),
    path(deployment, 'spec', 'template', 'spec', 'volumes', 0, 'name'),
  );
});

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: object;
  readonly volumes: object;
}

interface ComposeService {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly deploy?: object;
  readonly secrets?: readonly string[];
  readonly networks: readonly string[] | object;
  readonly volumes?: readonly string[];
}

test('commands are called by their name in a container, as the documentation says', () => {
  const link = /^RUN ln -s (\S+) \/usr\/local\/bin\/latchkey$/m.exec(textOf('container', 'Containerfile'))?.[1];
  const entry = /^ENTRYPOINT \["([^"]+)"\]$/m.exec(textOf('container', 'Containerfile'))?.[1];
  const operating = readFileSync(join(shipped, '..', 'docs', 'operating.md'), 'utf8');

  assert.ok(link !== undefined && link === entry, `${link} ${entry}`);
  for (const way of ['docker compose exec latchkey latchkey', 'kubectl exec -n latchkey deploy/latchkey -- latchkey'])
    assert.ok(operating.includes(`${way} users list`), way);
});

test('compose refers to nothing that it does not define, and builds the shipped image', () => {
  const compose: Compose = parse(textOf('compose', 'compose.yaml'));

  for (const [name, service] of Object.entries(compose.services)) {
    const networks = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks);
    for (const secret of service.secrets ?? []) assert.ok(secret in compose.secrets, name);
    for (const network of networks) assert.ok(network in compose.networks, name);
    for (const volume of service.volumes ?? [])
      assert.ok(volume.startsWith('/') || (volume.split(':')[0] ?? '') in compose.volumes, name);
  }
  const text = textOf('compose', 'compose.yaml');
  const asked = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => `${name}=`);
  const given = /^# +printf '(.*)' > \.env/m.exec(text)?.[1]?.split('\\n') ?? [];
  assert.ok(asked.length > 1);
  for (const name of asked)
    assert.ok(
      given.some((line) => line.startsWith(name)),
      `.env has no ${name}`,
    );
  // The rest of `deploy` is for Swarm; Compose passes it over, update_config too.
  assert.deepEqual(Object.keys(compose.services.latchkey?.deploy ?? {}), ['replicas']);
  const { context = '', dockerfile = '' } = compose.services.latchkey?.build ?? {};
  const built = readFileSync(join(shipped, 'compose', context, dockerfile), 'utf8');
  assert.equal(built, textOf('container', 'Containerfile'));
});

test('what the steps of compose put into the checkout comes into no package, no image and no commit', () => {
  const { secrets }: Compose = parse(textOf('compose', 'compose.yaml'));
  const made = [...Object.values(secrets).map(({ file }) => file), '.env'].map((name) =>
    normalize(join('deploy', 'compose', name)),
  );
  const folder = temporaryDirectory();
  for (const name of ['package.json', 'deploy']) cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const path of made) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'secret');
  }

  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [{ files: packed }] = JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }));
  const names: string[] = packed.map(({ path }: { path: string }) => path);
  assert.ok(names.includes('deploy/compose/compose.yaml'), `${names}`);
  assert.deepEqual(
    names.filter((name) => made.includes(name)),
    [],
  );
  for (const list of ['.dockerignore', '.gitignore']) {
    const lines = readFileSync(join(root, list), 'utf8').split('\n');
    const ignored = lines.map((line) => line.replace(/^\/|\/$/g, ''));
    for (const path of made)
      assert.ok(
        ignored.some((line) => line === path || line === dirname(path)),
        `${list}: ${path}`,
      );
  }
});

test('the configuration of nginx is the one that docs/operating.md shows', () => {
  const document = readFileSync(join(root, 'docs', 'operating.md'), 'utf8');

  assert.ok(document.includes(`\`\`\`\n${textOf('nginx', 'latchkey.conf')}\`\`\``));
});

test('the proxies close idle connections before the service does, as docs/operating.md asks', () => {
  const document = readFileSync(join(root, 'docs', 'operating.md'), 'utf8');
  const closed = Number(/before (\d+) seconds are over/.exec(document)?.[1]);
  const idle = [
    /^\t+keepalive (\d+)s$/m.exec(textOf('caddy', 'Caddyfile')),
    /^ +- --serverstransport\.forwardingtimeouts\.idleconntimeout=(\d+)s$/m.exec(textOf('compose', 'compose.yaml')),
  ];

  // nginx waits for 60 seconds by default.
  for (const found of idle) assert.ok(Number(found?.[1]) < closed, `${found?.[0]}`);
});

test('systemd finds no fault in the unit, and little that the service could do to the machine', async () => {
  const analyze = await serverProgram('systemd-analyze');
  const unit = join(temporaryDirectory(), 'latchkey.service');
  assert.ok(textOf(UNIT).includes(`ExecStart=${EXECUTABLE} serve`));
  writeFileSync(unit, textOf(UNIT).replace(`ExecStart=${EXECUTABLE}`, `ExecStart=${join(root, 'bin', 'latchkey')}`));

  const { status, stdout, stderr } = spawnSync(analyze, ['verify', unit], { encoding: 'utf8' });
  const judged = execFileSync(analyze, ['security', '--offline=true', '--threshold=30', unit], { encoding: 'utf8' });

  assert.equal(stdout + stderr, '');
  assert.equal(status, 0);
  assert.ok(Number(/exposure level for \S+: ([\d.]+)/.exec(judged)?.[1]) < 3);
});

test('the unit runs what its own steps and the upgrade of docs/procedures.md install', () => {
  const procedures = readFileSync(join(root, 'docs', 'procedures.md'), 'utf8').replace(/\s+/g, ' ');
  const steps = textOf(UNIT).replace(/\s+/g, ' ');

  for (const step of [
    'mkdir /opt/latchkey-X.Y.Z && cd /opt/latchkey-X.Y.Z && npm install /path/to/latchkey-X.Y.Z.tgz',
    'ln -sfT latchkey-X.Y.Z /opt/latchkey',
  ]) {
    assert.ok(steps.includes(step), `the unit: ${step}`);
    assert.ok(procedures.includes(step), `the procedures: ${step}`);
  }
});

test('the unit is started again for ever, and stops later than the service ends itself', () => {
  const unit = textOf(UNIT);

  for (const line of [
    'Restart=always',
    'StartLimitIntervalSec=0',
    'ExecReload=/bin/kill -HUP $MAINPID',
    'TimeoutStopSec=30',
  ])
    assert.ok(unit.includes(`\n${line}\n`), line);
});
