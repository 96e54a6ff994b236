/** Proves that what is dangerous wants the password typed lately: the copy of one's data, and acts of administrators. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disablePerson } from '../../src/accounts/administration.ts';
import { showAccount } from '../../src/endpoints/account/account.ts';
import { downloadData } from '../../src/endpoints/account/data.ts';
import {
  showAdministeredApplication,
  showSuspend,
  submitLift,
  submitSuspend,
} from '../../src/endpoints/admin/application.ts';
import { showDisable, submitDisable } from '../../src/endpoints/admin/disable.ts';
import { showPerson, submitEnable, submitSignOutEverywhere } from '../../src/endpoints/admin/person.ts';
import { showConfirm, submitConfirm } from '../../src/endpoints/sign-in/confirm.ts';
import { registered } from '../clients/stage.ts';
import { text } from '../support/html.ts';
import { createPerson, HOME, onEachEngine, PASSWORD, type Stage } from './stage.ts';
import { type Caller, createCaller } from './visits.ts';

async function entered(stage: Stage): Promise<Caller> {
  const caller = createCaller(stage);
  assert.equal((await caller.signIn('Root')).status, 303);
  return caller;
}

/** So long a password that was typed is good for. */
const FIVE_MINUTES = 300;
const confirmFor = (path: string) => `/confirm?return_to=${path}`;

test(
  'the copy of one’s data asks for an old password again, and the way back leads to the button',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Root', true);
    const caller = await entered(stage);
    stage.pass(FIVE_MINUTES + 1);

    const away = await caller.get(downloadData, { target: '/account/data' });
    const asked = await caller.get(showConfirm, { target: away.location ?? '' });
    const back = await caller.submit(submitConfirm, asked, '/confirm', { password: PASSWORD });

    assert.equal(away.location, confirmFor('/account?done=data_ready'));
    assert.match(text(asked.body), /once more to download your data/);
    assert.equal(back.location, '/account?done=data_ready');
    const page = await caller.get(showAccount, { target: back.location ?? '' });
    assert.match(page.body, /href="\/account\/data"/);
    assert.match(text(page.body), /Your data can be downloaded now/);
    assert.equal((await caller.get(downloadData, { target: '/account/data' })).status, 200);
  }),
);

test(
  'a copy may be asked for ten times in ten minutes',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Root', true);
    const caller = await entered(stage);
    for (let time = 0; time < 10; time += 1) {
      assert.equal((await caller.get(downloadData, { target: '/account/data' })).status, 200);
    }

    const refused = await caller.get(downloadData, { target: '/account/data' });

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
    await disablePerson(stage.world, { id: root.id, source: HOME }, eve.id);
    const { publicId } = await registered(stage, ada.id);
    const caller = await entered(stage);
    const [ofAda, ofEve, app] = [
      `/admin/people/${ada.id}`,
      `/admin/people/${eve.id}`,
      `/admin/applications/${publicId}`,
    ];
    const person = await caller.get(showPerson, { target: ofAda, parameters: { id: String(ada.id) } });
    const token = /name="form_token" value="([^"]+)"/.exec(person.body)?.[1] ?? '';
    stage.pass(FIVE_MINUTES + 1);

    const visits = [
      [showDisable, ofAda, '/disable', ada.id],
      [submitDisable, ofAda, '/disable', ada.id],
      [submitEnable, ofEve, '/enable', eve.id],
      [submitSignOutEverywhere, ofAda, '/sign-out', ada.id],
      [showSuspend, app, '/suspend', publicId],
      [submitSuspend, app, '/suspend', publicId],
      [submitLift, app, '/lift', publicId],
    ] as const;
    for (const [handler, path, act, id] of visits) {
      const visit = { target: `${path}${act}`, parameters: { id: String(id) } };
      const fields = { form_token: token, confirm_nickname: 'Ada', reason: 'Spam.' };
      const isGet = handler === showDisable || handler === showSuspend;
      const answer = isGet ? await caller.get(handler, visit) : await caller.post(handler, visit, fields);
      const back = ['/disable', '/suspend'].includes(act) ? `${path}${act}` : path;
      assert.equal(answer.location, confirmFor(back), visit.target);
    }
    assert.equal((await stage.events('account.disabled')).length, 1);
    for (const kind of ['account.enabled', 'account.signed_out_everywhere', 'application.suspended'] as const) {
      assert.equal((await stage.events(kind)).length, 0, kind);
    }
    const shown = await caller.get(showAdministeredApplication, { target: app, parameters: { id: publicId } });
    assert.match(text(shown.body), /Suspend application/);
  }),
);

test(
  'the same page is viewed with one event in ten minutes',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Root', true);
    const ada = await createPerson(stage, 'Ada');
    const caller = await entered(stage);
    const visit = { target: `/admin/people/${ada.id}`, parameters: { id: String(ada.id) } };

    for (let time = 0; time < 3; time += 1) await caller.get(showPerson, visit);
    stage.pass(601);
    await caller.get(showPerson, visit);

    assert.equal((await stage.events('administration.person_viewed')).length, 2);
  }),
);
