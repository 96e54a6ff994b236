/** Proves how long an answer may make a delivery wait. */
import assert from 'node:assert/strict';
import { judgeAttempt } from '../../../src/protocol/webhooks/attempt.ts';
import { proves } from '../../support/proves.ts';

const NOW = Date.parse('2026-11-17T12:00:00Z') / 1000;
/** Of the first attempt, without chance. */
const USUAL = waitAfter(undefined);

function waitAfter(retryAfter: string | undefined): number | undefined {
  const about = { attempts: 1, triesSince: NOW, failingSince: null, now: NOW, chance: 0 };
  const verdict = judgeAttempt({ ...about, status: 503, retryAfter });
  return verdict.kind === 'postponed' ? verdict.dueAt - NOW : undefined;
}

proves(
  'RFC 9110 §10.2.3',
  'The Retry-After field value can be either an HTTP-date or a number of seconds to delay after receiving the response.',
  () => {
    assert.equal(waitAfter('600'), 600);
    for (const inTenMinutes of [
      'Tue, 17 Nov 2026 12:10:00 GMT',
      'Tuesday, 17-Nov-26 12:10:00 GMT',
      'Tue Nov 17 12:10:00 2026',
    ])
      assert.equal(waitAfter(inTenMinutes), 600, inTenMinutes);
    assert.equal(waitAfter('Wed, 18 Nov 2026 12:00:00 GMT'), 3600, 'an hour at most');
    for (const nothing of [
      'Tue, 17 Nov 2026 11:00:00 GMT',
      'Tue, 17 Nov 2026 12:10:00 +0500',
      'Tue, 99 Nov 2026 12:10:00 GMT',
      '2026-11-17T12:10:00Z',
      'Nov 17 2026',
      '-5',
      '1e3',
      'soon',
      '',
    ])
      assert.equal(waitAfter(nothing), USUAL, nothing);
  },
);
