/** Proves what `apply` refuses for being too much, and that `export` says so where it writes more than a file may hold. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { PASSWORD } from '../support/actors.ts';
import { eachDatabase } from '../support/each-database.ts';
import type { Service } from '../support/service.ts';

// Reading megabytes of YAML holds a process for a second or more. In this one, what is asked of the other database would
// wait between being prepared and being run, and PostgreSQL would cancel it: so large files are read by `cli`.
const on = eachDatabase(async (service) => ({ service }));
/** An account may have as many. */
const OF_ONE = 50;

const applicationsOf = (owners: readonly string[], redirectUris: readonly string[] = ['https://app.example/cb']) =>
  JSON.stringify({
    latchkey: 1,
    applications: owners.flatMap((owner) =>
      Array.from({ length: OF_ONE }, (_, index) => ({
        ...{ client_id: `${owner}-${index}`, owner, name: `${owner} ${index}` },
        ...{ type: 'spa', redirect_uris: redirectUris, scopes: ['profile'] },
      })),
    ),
  });

async function ownersOn(service: Service, count: number): Promise<readonly string[]> {
  const prefix = randomBytes(4).toString('hex');
  const nicknames = Array.from({ length: count }, (_, index) => `${prefix}o${index}`);
  const lines = nicknames.map((nickname) =>
    JSON.stringify({ nickname, email: `${nickname}@example.org`, password: PASSWORD }),
  );
  const made = await service.cliHere(['users', 'create-many'], `${lines.join('\n')}\n`);
  assert.equal(made.code, 0, made.stderr);
  return nicknames;
}

test(
  'more than a thousand applications are exported, applied, and pruned as one file',
  on(async ({ service }) => {
    const owners = await ownersOn(service, 22);
    const apply = (text: string, ...flags: string[]) => service.cli(['apply', '-', '--json', ...flags], text);
    const doings = (stdout: string) =>
      Object.fromEntries(
        Object.entries(Object.groupBy(JSON.parse(stdout).changes, ({ does }: { does: string }) => does)).map(
          ([does, changes]) => [does, changes?.length],
        ),
      );

    const made = await apply(applicationsOf(owners));
    const exported = await service.cli(['export', '--json']);
    const again = await apply(exported.stdout);
    const pruned = await apply(applicationsOf(owners.slice(0, 1)), '--prune');

    for (const { code, stderr } of [made, exported, again, pruned]) assert.equal(code, 0, stderr);
    assert.deepEqual(doings(made.stdout), { create: 1100 });
    assert.equal(exported.stderr, '');
    assert.deepEqual(doings(again.stdout), {});
    assert.deepEqual(doings(pruned.stdout), { delete: 1050 });
    const left = JSON.parse((await service.cli(['export', '--json'])).stdout).applications;
    assert.deepEqual(new Set(left.map(({ owner }: { owner: string }) => owner)), new Set(owners.slice(0, 1)));
    assert.equal(left.length, OF_ONE);
  }),
);

test(
  'an export of more than apply takes in one file says what to do',
  on(async ({ service }) => {
    const owners = await ownersOn(service, 5);
    const long = Array.from({ length: 20 }, (_, index) => `https://app.example/${index}/${'a'.repeat(1900)}`);
    for (const part of [owners.slice(0, 3), owners.slice(3)]) {
      const made = await service.cli(['apply', '-'], applicationsOf(part, long));
      assert.equal(made.code, 0, made.stderr);
    }

    const large = await service.cli(['export', '--json']);

    assert.equal(large.code, 0);
    assert.match(
      large.stderr,
      /at most 5000 of each kind and 8388608 bytes.*: it has 9\d{6} bytes\. Split it.*without --prune/,
    );
    assert.match((await service.cli(['apply', '-'], large.stdout)).stderr, /larger than 8388608 bytes/);
  }),
);

test(
  'a description that would make more resources than the service may have is refused, in a dry run too',
  on(async ({ service }) => {
    const resources = Array.from({ length: 201 }, (_, index) => ({
      ...{ identifier: `https://api-${index}.example/`, name: `API ${index}`, scopes: ['profile'] },
    }));
    const apply = (count: number, ...flags: string[]) =>
      service.cliHere(['apply', '-', ...flags], JSON.stringify({ latchkey: 1, resources: resources.slice(0, count) }));

    for (const flags of [['--dry-run'], []]) {
      const refused = await apply(201, ...flags);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /201 resources.*at most 200/);
    }
    assert.equal((await apply(200)).code, 0);
    assert.equal((await apply(201)).code, 1);
    // One goes and another comes.
    const swapped = JSON.stringify({ latchkey: 1, resources: resources.slice(1) });
    assert.equal((await service.cliHere(['apply', '-', '--prune'], swapped)).code, 0);
  }),
);
