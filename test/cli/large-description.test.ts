/** Proves what `apply` refuses for being too much, and that `export` says so where it writes more than a file may hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../support/actors.ts';
import { eachDatabase } from '../support/each-database.ts';

const on = eachDatabase(async (service) => ({ service }));
/** An account may have as many. */
const OF_ONE = 50;

const applicationsOf = (owners: readonly string[], count = OF_ONE) =>
  JSON.stringify({
    latchkey: 1,
    applications: owners.flatMap((owner) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ client_id: `${owner}-${index}`, owner, name: `${owner} ${index}` },
        ...{ type: 'spa', redirect_uris: ['https://app.example/cb'], scopes: ['profile'] },
      })),
    ),
  });

test(
  'an export of more than apply takes in one file says what to do, and one that fits says nothing',
  on(async ({ service }) => {
    const owners = await Promise.all(Array.from({ length: 7 }, () => createUser(service)));
    const [last = '', ...others] = owners.map(({ nickname }) => nickname);
    const apply = (text: string) => service.cliHere(['apply', '-'], text);
    const made = await apply(applicationsOf(others));
    assert.equal(made.code, 0, made.stderr);
    const fits = await service.cliHere(['export', '--json']);
    assert.equal((await apply(applicationsOf([last], 1))).code, 0);

    const large = await service.cliHere(['export', '--json']);

    assert.deepEqual([fits.code, fits.stderr], [0, '']);
    assert.equal(large.code, 0);
    assert.match(large.stderr, /at most 300 of each kind.*: it has 301 applications\. Split it.*without --prune/);
    assert.match((await apply(large.stdout)).stderr, /\/applications/);
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
