/** Proves that a refused request of the management API is told where each fault is: body, query or header. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import { assertProblem, managementStage } from '../../support/management.ts';

const on = eachDatabase(managementStage, { LATCHKEY_USER_AGENT: 'required' });

test(
  'a fault in a query parameter is told by the name of the parameter, which is no JSON pointer',
  on(async ({ all }) => {
    const cases: readonly (readonly [query: string, parameter: string])[] = [
      ['/people?limit=0', 'limit'],
      ['/people?limit=1&limit=2', 'limit'],
      ['/people?cursor=AAAA', 'cursor'],
      ['/people?not~here%2Fat=1', 'not~here/at'],
      ['/events?kind=account.created&kind=nothing', 'kind'],
      ['/events?after=the-last', 'after'],
      ['/events?since=yesterday', 'since'],
      // The calendar has no such day, and the 2nd of March was not asked for.
      ['/events?since=2026-02-30T00:00:00Z', 'since'],
      ['/events?until=2026-04-31T00:00:00%2B02:00', 'until'],
      ['/events?since=2026-01-01T00:00:00Z&account=x', 'account'],
      // What nothing can lie between would be answered with nothing, as if nothing had happened.
      ['/events?since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 'since'],
    ];

    for (const [query, parameter] of cases) {
      const refused = await all('GET', query);
      assertProblem(refused, 422, 'invalid');
      assert.deepEqual(
        refused.body.errors.map((error: object) => ({ ...error, detail: '' })),
        [{ parameter, detail: '' }],
        query,
      );
    }
  }),
);

test(
  'where the API has nothing it says so as a problem of its own, at its base too',
  on(async ({ all }) => {
    for (const path of ['', '/', '/nothing']) assertProblem(await all('GET', path), 404, 'not-found');
  }),
);

test(
  'a number that nothing has is not found, however large it is',
  on(async ({ all, other }) => {
    const paths = [
      '/webhooks',
      `/applications/${other.client_id}/webhooks`,
      `/applications/${other.client_id}/secrets`,
    ];
    for (const path of paths)
      for (const number of [
        '1',
        '9007199254740993',
        '9999999999999999',
        '99999999999999999',
        '0',
        '01',
        '-1',
        '1.5',
        'x',
      ])
        assertProblem(await all('GET', `${path}/${number}`), 404, 'not-found');
  }),
);

test(
  'a fault in a header is told by the name of the header',
  on(async ({ all }) => {
    const key = { 'idempotency-key': 'x'.repeat(256) };
    const body = { identifier: 'https://notes.example/', name: 'Notes', scopes: ['profile'] };

    const refused = await all('POST', '/resources', { body, headers: key });

    assertProblem(refused, 400, 'malformed-request');
    assert.deepEqual(refused.body.errors, [{ header: 'Idempotency-Key', detail: refused.body.detail }]);
    const anonymous = await all('GET', '/scopes', { headers: { 'user-agent': '' } });
    assertProblem(anonymous, 400, 'malformed-request');
    assert.equal(anonymous.body.errors[0].header, 'User-Agent');
  }),
);

test(
  'If-Match that is no entity tag is told how to write it, and one that is a tag of something else is stale',
  on(async ({ all, other }) => {
    const path = `/applications/${other.client_id}`;
    const tag = (await all('GET', path)).headers.etag ?? '';
    const change = (value: string) => all('PATCH', path, { body: { name: 'Quill' }, headers: { 'if-match': value } });

    for (const unquoted of [tag.replaceAll('"', ''), `${tag}, 1`, '"1', '']) {
      const refused = await change(unquoted);
      assertProblem(refused, 400, 'malformed-request');
      assert.deepEqual(refused.body.errors, [{ header: 'If-Match', detail: refused.body.detail }]);
      assert.match(refused.body.detail, /with its quotation marks/);
    }
    for (const otherTag of ['"1"', `W/${tag}`, '"a,b", W/"c"']) assertProblem(await change(otherTag), 412, 'stale');
    assert.equal((await change(`"1", ${tag}`)).status, 200);
    assert.equal((await change('*')).status, 200);
  }),
);

test(
  'a tag that a compressing proxy has marked fits nothing, as the standard says, and the answer tells why',
  on(async ({ all, other }) => {
    const path = `/applications/${other.client_id}`;
    const change = (value: string) => all('PATCH', path, { body: { name: 'Quill' }, headers: { 'if-match': value } });
    const tag = (await all('GET', path)).headers.etag ?? '';

    for (const marked of [`W/${tag}`, `"1", W/${tag}`, tag.replace(/"$/, '-gzip"'), tag.replace(/"$/, '-br"')]) {
      const refused = await change(marked);
      assertProblem(refused, 412, 'stale');
      assert.match(refused.body.detail, /^A proxy that compresses answers has changed this ETag/, marked);
    }
    const stale = await change('"1"');
    assertProblem(stale, 412, 'stale');
    assert.doesNotMatch(stale.body.detail ?? '', /proxy/);
  }),
);

test(
  'a NUL is told as what it is and where it stands, in a body and in a query',
  on(async ({ all }) => {
    const body = { identifier: 'https://notes.example/', name: 'No\0tes', scopes: ['profile'] };

    const inBody = await all('POST', '/resources', { body });
    const inQuery = await all('GET', '/people?search=a%00b');

    assertProblem(inBody, 422, 'invalid');
    assert.deepEqual(inBody.body.errors, [{ pointer: '/name', detail: 'Must not contain the character NUL.' }]);
    assertProblem(inQuery, 400, 'malformed-request');
    assert.match(inQuery.body.detail, /parameter .*search.* contains a control character\./);
  }),
);

test(
  'a fault in the body is told by a JSON pointer into it, the empty one for the whole',
  on(async ({ all }) => {
    const body = { identifier: 'https://notes.example/', name: 'Notes', scopes: ['profile', 1], 'a/b~c': 1 };

    const refused = await all('POST', '/resources', { body });
    const whole = await all('POST', '/resources', { body: [] });

    const pointers = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(pointers, ['/scopes/1', '/a~1b~0c']);
    assert.equal(whole.body.errors[0].pointer, '');
  }),
);

test(
  'a member that is given twice is told by its place, and nothing is made of either value',
  on(async ({ all, robot }) => {
    const person = (nickname: string) => `"nickname":"${nickname}","email":"${nickname}@example.org"`;
    const made = await all('POST', '/people', { raw: `{${person('doubled1')},"nick\\u006eame":"doubled2"}` });
    const limits = { headers: { 'if-match': '*' }, raw: '{"token_requests":5,"token_requests":500}' };
    const limited = await all('PATCH', `/applications/${robot.client_id}/limits`, limits);

    for (const [refused, pointer] of [
      [made, '/nickname'],
      [limited, '/token_requests'],
    ] as const) {
      assertProblem(refused, 422, 'invalid');
      assert.deepEqual(refused.body.errors, [{ pointer, detail: 'Was given more than once.' }]);
    }
    assert.deepEqual((await all('GET', '/people?search=doubled')).body.items, []);
  }),
);

test(
  'a required scope that is not among the scopes is told at its own place, as what it is',
  on(async ({ all, bob }) => {
    const body = { owner: bob.id, name: 'Quill', type: 'machine', scopes: ['profile'], required_scopes: ['email'] };

    const refused = await all('POST', '/applications', { body });

    assertProblem(refused, 422, 'invalid');
    assert.deepEqual(refused.body.errors, [
      { pointer: '/required_scopes', detail: 'Only scopes of the application can be required, and not: “email”.' },
    ]);
  }),
);
