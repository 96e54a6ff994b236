/**
 * Nothing that a stranger sends makes a parser throw, hang or forget itself, or the service fail (SECURITY-CASES R-24 to
 * A small, fixed budget of each; `npm run fuzz` takes more, and looks for inputs that reach new code.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCorpus } from './corpus.ts';
import { openCoverage } from './coverage.ts';
import { runDifferential } from './differential.ts';
import { faultOf, runHttp } from './http.ts';
import { fuzz } from './loop.ts';
import { findStalls } from './stalls.ts';
import { asText, insist, type Target } from './targets/target.ts';
import { TARGETS } from './targets/targets.ts';

const SEED = 20_261_115;
const EXECUTIONS = 400;
const SLOW_EXECUTIONS = 30;
const DIFFERENTIAL_REQUESTS = 144;
const HTTP_REQUESTS = 320;

/** First of all: V8 counts blocks only in functions that are compiled while somebody counts. */
test('guided by coverage it keeps what reaches more, also where a busy machine holds it up', async () => {
  const target = TARGETS.find(({ name }) => name === 'bearer');
  const coverage = openCoverage();
  assert.ok(target);
  try {
    const corpus = [Buffer.from('B')];
    const { kept, reached } = await fuzz(heldUpOnce(target), { seed: SEED, corpus, mostExecutions: 3000, coverage });

    assert.ok(kept.length > 2 && reached > 0, `${kept.length} kept, ${reached} reached`);
  } finally {
    coverage.close();
  }
});

/** Its first run takes longer than any may, without using the processor. */
function heldUpOnce(target: Target): Target {
  let isFirst = true;
  return {
    ...target,
    run(input) {
      if (isFirst) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      isFirst = false;
      return target.run(input);
    },
  };
}

for (const target of TARGETS) {
  test(`whatever is sent: ${target.says}`, async () => {
    const corpus = readCorpus(target.name);
    assert.ok(corpus.length > 0, 'it has no corpus');

    const { finding, executions } = await fuzz(target, {
      seed: SEED,
      corpus,
      mostExecutions: corpus.length + (target.isSlow ? SLOW_EXECUTIONS : EXECUTIONS),
    });

    assert.equal(finding && `${finding.says}; --input ${finding.input.toString('base64')}`, undefined);
    assert.ok(executions > corpus.length);
  });
}

function planted(run: Target['run']): Target {
  return { name: 'planted', says: 'planted', words: ['lka_'], mostBytes: 4096, run };
}

const PLANTED: Readonly<Record<string, Target['run']>> = {
  'a throw': (input) => void decodeURIComponent(input.toString('latin1')),
  'a broken promise': (input) => insist(!input.includes('lka_'), 'it lets a token through'),
  'a changed prototype': (input) => {
    if (!input.includes('__proto__')) return;
    Reflect.set(Object.prototype, 'planted', 1);
  },
  'what takes too long': (input) => {
    const begun = process.cpuUsage();
    const spent = () => process.cpuUsage(begun).user + process.cpuUsage(begun).system;
    if (input.length > 100) while (spent() < 60_000);
  },
};

for (const [says, run] of Object.entries(PLANTED)) {
  test(`the fuzzer finds ${says}`, async () => {
    const corpus = [Buffer.from('aaaaaaaaaaaaaaaaaaaaaaaaaa=b&c=%20')];
    try {
      const { finding } = await fuzz(planted(run), { seed: SEED, corpus, mostExecutions: 5000 });

      assert.ok(finding);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'planted');
    }
  });
}

test('no parser and no rule holds the event loop up, whatever text it gets and however long that may be', async () => {
  const stalls = await findStalls();

  assert.ok(stalls.length > TARGETS.length);
  assert.deepEqual(
    stalls.filter(({ cost }) => cost > 1),
    [],
  );
});

test('a rule that takes the square of its length is found to hold the event loop up', async () => {
  const square = planted((input) => void asText(input).normalize('NFC'));
  const [worst] = await findStalls([{ ...square, mostBytes: 16_384 }]);

  assert.ok(worst && worst.where === 'planted' && worst.cost > 1);
});

test('one request in every encoding, on both databases and two instances, has one answer', async () => {
  const outcome = await runDifferential({
    seed: SEED,
    mostRequests: DIFFERENTIAL_REQUESTS,
    until: () => false,
    progress: () => {},
  });

  assert.deepEqual(outcome.findings, []);
  assert.ok(outcome.requests >= DIFFERENTIAL_REQUESTS);
});

test('whatever bytes arrive at whatever route, the answer is 2xx, 3xx, 4xx, 501, 503 or 505, and the service lives', async () => {
  const outcome = await runHttp({
    seed: SEED,
    mostRequests: HTTP_REQUESTS,
    until: () => false,
    progress: () => {},
  });

  assert.deepEqual(outcome.findings, []);
  assert.ok(outcome.requests >= HTTP_REQUESTS);
});

test('an answer of 500, an answer that does not come and a closed port are findings', () => {
  assert.ok(faultOf({ statuses: ['200', '500'], end: 'closed' }, true));
  assert.ok(faultOf({ statuses: [], end: 'closed' }, true));
  assert.ok(faultOf({ statuses: [], end: 'silence' }, false));
  assert.ok(faultOf({ statuses: [], end: 'refused' }, false));
  assert.equal(faultOf({ statuses: [], end: 'closed' }, false), undefined);
  assert.equal(faultOf({ statuses: ['100', '303'], end: 'closed' }, true), undefined);
});
