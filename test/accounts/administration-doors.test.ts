/** Proves that what is dangerous wants the password typed lately: the copy of one's data, and acts of administrators. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disablePerson } from '../../src/accounts/administration.ts';
import { registered } from '../clients/stage.ts';
import { text } from '../support/html.ts';
import { createPerson, HOME, onEachEngine, PASSWORD, type Stage } from './stage.ts';
import { type Caller, createCaller } from './visits.ts';

/** So long a password that was typed is good for. */
const FIVE_MINUTES = 300;

async function entered(stage: Stage): Promise<Caller> {
  const caller = createCaller(stage);
  assert.equal((await caller.signIn('Root')).status, 303);
  return caller;
}

const confirmFor = (path: string) => `/confirm?return_to=${path}`;

test(
  'the copy of one’s data asks for an old password again, and the way back leads to the button',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Root', true);
    const caller = await entered(stage);
    stage.pass(FIVE_MINUTES + 1);

    const away = await caller.get('/account/data');
    const asked = await caller.get(away.location ?? '');
    const back = await caller.submit(asked, '/confirm', { password: PASSWORD });

    assert.equal(away.location, confirmFor('/account/privacy?done=data_ready'));
    assert.match(text(asked.body), /once more to download your data/);
    assert.equal(back.location, '/account/privacy?done=data_ready');
    const page = await caller.get(back.location ?? '');
    assert.match(page.body, /href="\/account\/data"/);
    assert.match(text(page.body), /You can download your data now/);
    assert.equal((await caller.get('/account/data')).status, 200);
  }),
);

test(
  'an export asks for an old password again, and the way back leads to the same list and its file',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Root', true);
    await createPerson(stage, 'Ada');
    const caller = await entered(stage);
    let exported = 0;
    for (const [list, query, shown] of [
      ['/admin/people', 'q=ad&sort=nickname&format=csv', /Ada/],
      ['/admin/events', 'kind=account.created&format=jsonl', /Account created/],
    ] as const) {
      stage.pass(FIVE_MINUTES + 1);

      const away = await caller.get(`${list}/export?${query}`);
      assert.equal((await stage.events('administration.exported')).length, exported);
      const asked = await caller.get(away.location ?? '');
      const back = await caller.submit(asked, '/confirm', { password: PASSWORD });
      const page = await caller.get(back.location ?? '');

      assert.equal(back.location, `${list}?done=export_ready&${query}`);
      assert.match(text(page.body), /You can download the list now/);
      assert.match(text(page.body), shown);
      const file = /href="([^"]+\/export\?[^"]*format=csv[^"]*)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
      assert.ok(file.includes(query.split('&')[0] ?? ''), file);
      assert.equal((await caller.get(file)).status, 200);
      exported += 1;
    }
  }),
);

test(
  'a copy may be asked for ten times in ten minutes',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Root', true);
    const caller = await entered(stage);
    for (let time = 0; time < 10; time += 1) {
      assert.equal((await caller.get('/account/data')).status, 200);
    }

    const refused = await caller.get('/account/data');

    assert.equal(refused.status, 429);
    assert.equal(refused.header('retry-after'), '600');
  }),
);

test(
  'every dangerous act of an administrator asks for an old password again, and does nothing meanwhile',
  onEachEngine(async (stage) => {
    const root = await createPerson(stage, 'Root', true);
    const ada = await createPerson(stage, 'Ada');
    const eve = await createPerson(stage, 'Eve');
    await disablePerson(stage.world, { id: root.id, source: HOME }, { id: eve.id, because: null });
    const { publicId } = await registered(stage, ada.id);
    const caller = await entered(stage);
    const [ofAda, ofEve] = [`/admin/people/${ada.id}`, `/admin/people/${eve.id}`];
    const app = `/admin/applications/${publicId}`;
    const person = await caller.get(ofAda);
    const token = /name="form_token" value="([^"]+)"/.exec(person.body)?.[1] ?? '';
    stage.pass(FIVE_MINUTES + 1);

    const visits = [
      ['GET', ofAda, '/disable'],
      ['POST', ofAda, '/disable'],
      ['GET', ofAda, '/edit'],
      ['POST', ofAda, '/edit'],
      ['GET', ofAda, '/delete'],
      ['POST', ofAda, '/delete'],
      ['POST', ofEve, '/enable'],
      ['POST', ofAda, '/sign-out'],
      ['POST', ofAda, '/unlock'],
      ['POST', ofAda, '/administrator'],
      ['POST', ofAda, '/developer'],
      ['POST', ofAda, '/sign-in-link'],
      ['GET', '/admin/people', '/new'],
      ['POST', '/admin/people', '/new'],
      ['POST', '/admin/people/selected', '/disable'],
      ['POST', '/admin/people/selected', '/sign-out'],
      ['GET', app, '/suspend'],
      ['POST', app, '/suspend'],
      ['POST', app, '/lift'],
      ['POST', app, '/marks'],
      ['POST', app, '/approval'],
      ['POST', app, '/limit'],
    ] as const;
    for (const [method, path, act] of visits) {
      const target = `${path}${act}`;
      const fields = { form_token: token, confirm_nickname: 'Ada', reason: 'Spam.', person: String(ada.id) };
      const answer = method === 'GET' ? await caller.get(target) : await caller.post(target, fields);
      if (method === 'GET') assert.equal(answer.location, confirmFor(target), target);
      else assert.ok(answer.status === 403 && answer.body.includes('name="confirming"'), target);
    }
    assert.equal((await stage.events('account.disabled')).length, 1);
    const none = [
      ...([
        'account.enabled',
        'account.deleted',
        'account.profile_changed',
        'account.signed_out_everywhere',
        'account.unlocked',
        'account.made_administrator',
      ] as const),
      ...(['account.sign_in_link_made', 'application.suspended', 'administration.exported'] as const),
    ];
    for (const kind of none) {
      assert.equal((await stage.events(kind)).length, 0, kind);
    }
    const shown = await caller.get(app);
    assert.match(text(shown.body), /Suspend application/);
  }),
);

test(
  'the same page is viewed with one event in ten minutes',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Root', true);
    const ada = await createPerson(stage, 'Ada');
    const caller = await entered(stage);
    const path = `/admin/people/${ada.id}`;

    for (let time = 0; time < 3; time += 1) await caller.get(path);
    stage.pass(601);
    await caller.get(path);

    assert.equal((await stage.events('administration.person_viewed')).length, 2);
  }),
);
