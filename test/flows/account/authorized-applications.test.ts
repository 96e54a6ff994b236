/** Proves that a user sees who has access and takes it back, one by one or all at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, createApplication, createUser, signedIn } from '../../support/actors.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  agree,
  assertAlive,
  assertDead,
  assertRefused,
  authorizeParams,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  type Stage,
  usualStage,
} from '../../support/grant.ts';
import { formTo, formWith, text } from '../../support/html.ts';
import { token } from '../../support/token-client.ts';

const PATH = '/oauth/authorized_applications';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const other = await createApplication(service, { owner: stage.ada, name: 'Other' });
  return { ...stage, other };
});

/** A user of one's own with both applications authorized. */
async function authorizer({ service, quill, other }: Pick<Stage, 'service' | 'quill'> & { other: Application }) {
  const browser = await signedIn(service, await createUser(service));
  const first = await obtainTokens({ service, browser, quill }, { scope: 'profile email' });
  const second = await obtainTokens({ service, browser, quill: other }, { scope: 'profile' });
  return { browser, first, second };
}

test(
  'the page lists each application with what it may do',
  on(async (stage) => {
    const { browser } = await authorizer(stage);

    const words = text((await browser.get(PATH)).body);

    for (const word of ['Quill', 'Other', 'email', stage.ada.nickname]) assert.ok(words.includes(word), word);
  }),
);

test(
  'the notice after taking access back names the application',
  on(async (stage) => {
    const { browser } = await authorizer(stage);
    const page = await browser.get(PATH);
    const form = formTo(page.body, `${PATH}/${encodeURIComponent(stage.other.client_id)}/revoke`);

    const first = await browser.follow(await browser.submit(page, form));
    const again = await browser.follow(await browser.submit(page, form));

    assert.match(text(first.body), /Other no longer has access\. It can’t act for you any more\./);
    assert.match(text(again.body), /Access removed\. The app can no longer act for you\./);
  }),
);

test(
  'the notice names the application, whatever it is called',
  on(async ({ service, ada }) => {
    const name = `<b>“${'Ж'.repeat(40)}”; a=b`;
    const named = await createApplication(service, { owner: ada, name });
    const browser = await signedIn(service, await createUser(service));
    await obtainTokens({ service, browser, quill: named }, { scope: 'profile' });
    const page = await browser.get(`${PATH}/${encodeURIComponent(named.client_id)}`);

    const after = await browser.follow(await browser.submit(page, formTo(page.body, /\/revoke$/)));

    assert.ok(text(after.body).includes(`${name} no longer has access.`), text(after.body));
  }),
);

test(
  'taking access back ends every token and code of that application at once, and of no other',
  on(async (stage) => {
    const { service, quill } = stage;
    const { browser, first, second } = await authorizer(stage);
    const code = await obtainCode(browser, quill);
    const page = await browser.get(PATH);

    const answer = await browser.submit(
      page,
      formTo(page.body, `${PATH}/${encodeURIComponent(quill.client_id)}/revoke`),
    );

    assert.equal(answer.status, 303);
    await assertDead(service, first.access);
    assertRefused(await refresh(stage, first.refresh), 400, 'invalid_grant');
    assertRefused(await token(service.url, codeFields(quill, code)), 400, 'invalid_grant');
    await assertAlive(service, second.access);
    assert.ok(!text((await browser.get(PATH)).body).includes('Quill'));
    assert.ok(
      formWith((await browser.authorize(authorizeParams(quill))).body, 'decision'),
      'the application has to ask again',
    );
  }),
);

test(
  'all access is taken back at once',
  on(async (stage) => {
    const { browser, first, second } = await authorizer(stage);
    const page = await browser.get(PATH);

    assert.equal((await browser.submit(page, formTo(page.body, `${PATH}/revoke_all`))).status, 303);

    for (const { access } of [first, second]) await assertDead(stage.service, access);
  }),
);

test(
  'taking back touches no other user’s access, and nobody’s else can be taken back',
  on(async (stage) => {
    const { service, quill } = stage;
    const mine = await authorizer(stage);
    const theirs = await authorizer(stage);
    const page = await mine.browser.get(PATH);

    await mine.browser.submit(page, formTo(page.body, `${PATH}/${encodeURIComponent(quill.client_id)}/revoke`));

    await assertDead(service, mine.first.access);
    await assertAlive(service, theirs.first.access);
    const form = formTo(page.body, `${PATH}/revoke_all`);
    const again = await mine.browser.submit(page, {
      ...form,
      action: `${PATH}/${encodeURIComponent(quill.client_id)}/revoke`,
    });
    assert.ok(again.status === 404 || again.status === 303, String(again.status));
    await assertAlive(service, theirs.first.access);
  }),
);

test(
  'a new consent after taking back does not wake the old tokens',
  on(async (stage) => {
    const { service, quill } = stage;
    const { browser, first } = await authorizer(stage);
    const page = await browser.get(PATH);
    await browser.submit(page, formTo(page.body, `${PATH}/${encodeURIComponent(quill.client_id)}/revoke`));

    const fresh = await obtainTokens({ service, browser, quill }, { scope: 'profile email' });

    await assertAlive(service, fresh.access);
    await assertDead(service, first.access);
    assertRefused(await refresh(stage, first.refresh), 400, 'invalid_grant');
  }),
);

test(
  'the operator takes access back by account and by application',
  on(async (stage) => {
    const { service, quill } = stage;
    const { first } = await authorizer(stage);
    const help = await service.cliHere(['tokens', 'revoke', '--help']);
    const option = /--client\S*/.exec(help.stdout)?.[0] ?? '--client';

    const { code, stderr } = await service.cliHere(['tokens', 'revoke', option, quill.client_id]);

    assert.equal(code, 0, stderr);
    await assertDead(service, first.access);
  }),
);

test(
  'access that many connections give and take back at once is given and taken back, and nobody is turned away',
  on(async (stage) => {
    const { browser } = await authorizer(stage);
    const asked = await browser.authorize(authorizeParams(stage.quill, { prompt: 'consent', scope: 'profile' }));
    const removing = await browser.get(PATH);
    const removal = formTo(removing.body, `${PATH}/${encodeURIComponent(stage.quill.client_id)}/revoke`);
    const work = async (index: number) => {
      const statuses: number[] = [];
      for (let round = 0; round < 12; round += 1) {
        const isGiven = (index + round) % 2 === 0;
        const answer = await (isGiven ? browser.approve(asked) : browser.submit(removing, removal));
        statuses.push(answer.status);
      }
      return statuses;
    };

    const statuses = (await Promise.all(Array.from({ length: 16 }, (_, index) => work(index)))).flat();

    assert.deepEqual([...new Set(statuses)], [303]);
    const code = await obtainCode(browser, stage.quill);
    assert.equal((await token(stage.service.url, codeFields(stage.quill, code))).status, 200);
    await browser.submit(removing, removal);
    assert.ok(!text((await browser.get(PATH)).body).includes('Quill'));
  }),
);

test(
  'more than twenty applications with access can be searched by a part of their name',
  onMovedClock(async (clocked) => {
    const [ada, bob] = [await clocked.createUser('ada'), await clocked.createUser('bob')];
    const browser = await clocked.signedIn(bob);
    const give = async (name: string) =>
      agree(browser, authorizeParams(await clocked.createApplication(ada, { name })));
    for (let count = 1; count <= 20; count += 1) await give(`Number ${count}`);
    assert.doesNotMatch((await browser.get(PATH)).body, /action="\/oauth\/authorized_applications" role="search"/);
    await give('Ünlike 100%');
    assert.match((await browser.get(PATH)).body, /action="\/oauth\/authorized_applications" role="search"/);

    const found = async (typed: string) =>
      [...(await browser.get(`${PATH}?q=${encodeURIComponent(typed)}`)).body.matchAll(/aria-labelledby="application_/g)]
        .length;

    assert.deepEqual(
      [await found('NUMBER'), await found('umber 2'), await found('ünlike'), await found('0%'), await found('_')],
      [20, 2, 1, 1, 0],
    );
    const nothing = await browser.get(`${PATH}?q=nothing`);
    assert.match(text(nothing.body), /No matches/);
    assert.doesNotMatch(nothing.body, /revoke_all/);
  }),
);
