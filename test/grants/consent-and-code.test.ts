/** Proves that consent and code are two acts: each has its own writes, and a code keeps what its request carried. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClient } from '../../src/clients/find.ts';
import { approve } from '../../src/grants/authorize.ts';
import { recordConsent } from '../../src/grants/consent.ts';
import { issueCode } from '../../src/grants/issue-code.ts';
import { QUERY_MODE } from '../../src/protocol/authorize/response-types.ts';
import { trustRedirect } from '../../src/protocol/clients/redirect-uri.ts';
import { parseToken } from '../../src/protocol/tokens/token-string.ts';
import { stale } from '../../src/storage/database.ts';
import { findCode } from '../../src/storage/tables/tokens/codes.ts';
import { findLiveConsent } from '../../src/storage/tables/tokens/consents.ts';
import { createPerson, HOME, onEachEngine, type Stage, signedIn } from '../accounts/stage.ts';
import { registered } from '../clients/stage.ts';

const CALLBACK = 'https://app.example.com/cb';
const APPROVAL = { granted: ['profile'], lasts: 'until_removed' } as const;

/** Ada is asked by her own application, with a nonce in the request. */
async function decided(stage: Stage) {
  const ada = await createPerson(stage);
  const { publicId } = await registered(stage, ada.id);
  const client = await findClient(publicId, stage.world);
  const redirect = trustRedirect(CALLBACK, [CALLBACK]);
  assert.ok(client && redirect);
  const { session } = await signedIn(stage, 'Ada');
  const unset = { state: undefined, codeChallenge: undefined };
  const terms = {
    scope: ['profile'],
    responseMode: QUERY_MODE,
    nonce: 'n-0S6_WzA2Mj',
    prompt: [],
    isScopeUnasked: false,
    resource: null,
    ...unset,
  };
  return { request: { clientId: publicId, redirect, ...terms }, client, accountId: ada.id, session, source: HOME };
}

test(
  'a code keeps the nonce of its request, and when and how the account was proved',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const decision = await decided(stage);
    stage.pass(100);

    const location = await approve(world, decision, APPROVAL);

    const code = new URL(location).searchParams.get('code') ?? '';
    const kept = await findCode(world.database, parseToken('code', code) ?? 0);
    assert.equal(kept?.nonce, 'n-0S6_WzA2Mj');
    assert.equal(kept?.authTime, world.now() - 100);
    assert.equal(kept?.amr, 'pwd');
    assert.equal(kept?.boundKey, null);
  }),
);

test(
  'a consent is recorded without a code, and a code is issued for a consent that stands',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const decision = await decided(stage);

    const consent = await recordConsent(world, decision, APPROVAL);
    assert.ok(consent !== stale);
    await world.database.write(consent.writes);
    const standing = await findLiveConsent(world.database, {
      accountId: decision.accountId,
      clientId: decision.client.id,
      resourceId: null,
    });
    assert.equal(standing?.id, consent.consentId);
    assert.equal((await stage.events('code.issued')).length, 0);

    const issued = issueCode(world, decision, { consentId: consent.consentId, granted: ['profile'] });
    await world.database.write(issued.writes);
    const kept = await findCode(world.database, parseToken('code', issued.code) ?? 0);
    assert.equal(kept?.consentId, consent.consentId);
    assert.equal((await stage.events('consent.given')).length, 1);
  }),
);
