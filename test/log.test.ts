/** The log: what is written, what is redacted, and what happens when nobody reads it. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { censor, scrub } from '../src/log/redact.ts';
import { createSink } from '../src/log/sink.ts';
import { createLog } from '../src/log.ts';

const TOKEN = 'lka_0123456789abcdefghijklmnopqrstuvwxyz-_ABC';
const LIMITS = { mostWaiting: 1_000, retryMilliseconds: 5, flushMilliseconds: 50 };

function collect(level: 'info' | 'debug' | 'silent' = 'info') {
  const lines: string[] = [];
  const sink = { write: (line: string | Buffer) => void lines.push(String(line)), flush: async () => {}, dropped: 0 };
  return { lines, log: createLog({ logLevel: level, logFile: '' }, sink) };
}

test('a line is JSON with level, time, fields and message', () => {
  const { lines, log } = collect();

  log.warn({ traceId: 'abc' }, 'The sweep failed.');

  const { time, ...rest } = JSON.parse(lines[0] ?? '');
  assert.deepEqual(rest, { level: 'warn', traceId: 'abc', msg: 'The sweep failed.' });
  assert.match(time, /^\d{4}-\d\d-\d\dT/);
});

test('lines below the level are not written', () => {
  const { lines, log } = collect();

  log.debug({}, 'Quiet.');
  log.info({}, 'Loud.');

  assert.equal(lines.length, 1);
});

test('fields that name a secret are redacted, however deep and however spelled', () => {
  const { lines, log } = collect();
  const headers = { Authorization: 'x1', cookie: ['x2'], 'set-cookie': 'x3', host: 'kept' };

  log.info(
    { headers, form: [{ client_secret: 'x4', clientSecret: 'x5', code: 'x6', refresh_token: 'x7' }], password: 'x8' },
    'A request.',
  );

  assert.doesNotMatch(lines.join(), /x\d/);
  assert.match(lines.join(), /kept/);
});

test('an error is told by its name, or by its class where it has no name of its own, with its stack', () => {
  class Unreachable extends Error {}
  const { lines, log } = collect();
  const named = Object.assign(new Error('b'), { name: 'NotNow', code: 'ECONNREFUSED' });
  const caused = new Unreachable('c', { cause: new RangeError(`d ${TOKEN}`) });

  for (const err of [new TypeError('a'), named, caused]) log.error({ err, error: err }, 'It failed.');

  const told = lines.map((line) => JSON.parse(line));
  assert.deepEqual(
    told.flatMap(({ err, error }) => [err.type, error.type]),
    ['TypeError', 'TypeError', 'NotNow', 'NotNow', 'Unreachable', 'Unreachable'],
  );
  assert.match(told[0].err.stack, /^TypeError: a\n {4}at /);
  assert.equal(told[1].err.code, 'ECONNREFUSED');
  assert.match(told[2].err.stack, /caused by: RangeError: d lka_\[redacted\]\n {4}at /);
  assert.doesNotMatch(lines.join(), /0123456789/);
});

test('what looks like a secret is redacted in messages, stacks and causes', () => {
  const { lines, log } = collect();
  const error = new Error(`token ${TOKEN} of postgres://me:x1hush@db/x`, {
    cause: new Error(`GET /cb?code=x2&state=x3 ${TOKEN}`),
  });

  log.error({ error }, `Bearer x4x4x4x4x4 and ${TOKEN}`);

  assert.doesNotMatch(lines.join(), /x\d|0123456789abc/);
  assert.match(lines.join(), /lka_\[redacted\]/);
  assert.match(lines.join(), /log\.test\.ts/);
});

test('the names by which systems call their errors are kept', () => {
  assert.deepEqual(censor({ code: 'ECONNREFUSED' }), { code: 'ECONNREFUSED' });
  assert.deepEqual(censor({ code: '23505' }), { code: '23505' });
  assert.deepEqual(censor({ code: 'lkc_abc' }), { code: '[redacted]' });
});

test('anything can be logged: cycles, buffers, depth and length are bounded', () => {
  const loop: Record<string, unknown> = {
    big: 10n,
    bytes: Buffer.alloc(9),
    long: 'x'.repeat(100_000),
    list: Array(1_000).fill(0),
  };
  loop.self = loop;

  const text = JSON.stringify(censor(loop));

  assert.ok(text.length < 200_000);
  assert.match(text, /\[too deep\]/);
  assert.match(text, /\[9 bytes\]/);
});

test('ordinary text is left as it is', () => {
  const text = 'GET https://id.example.org:8443/oauth/authorize?scope=profile lk_short Basic auth';

  assert.equal(scrub(text), text);
});

test('a log file is created for its owner alone and is complete after a flush', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-log-'));
  const logFile = join(folder, 'sub', 'latchkey.log');
  const log = createLog({ logLevel: 'info', logFile });

  for (let line = 0; line < 500; line += 1) log.info({ line }, 'One of many.');
  await log.flush();

  assert.equal(readFileSync(logFile, 'utf8').trim().split('\n').length, 500);
  assert.equal(statSync(logFile).mode & 0o077, 0);
  rmSync(folder, { recursive: true });
});

test('a reader that is stuck costs lines, not memory, and flush still ends', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-log-'));
  context.after(() => rmSync(folder, { recursive: true }));
  spawnSync('mkfifo', [join(folder, 'pipe')]);
  // Opened for both directions, so that opening does not wait; nobody ever reads.
  const fd = openSync(join(folder, 'pipe'), 'r+');
  context.after(() => closeSync(fd));
  const stuck = openSync(join(folder, 'pipe'), 1 | 0o4000);
  const sink = createSink(stuck, LIMITS);

  for (let line = 0; line < 400; line += 1) sink.write(`${'x'.repeat(999)}\n`);
  await sink.flush();
  const droppedWhileBusy = sink.dropped;

  assert.ok(droppedWhileBusy > 300);
});

test('a broken sink counts what was lost and hurts nobody', async () => {
  const sink = createSink(9_999, LIMITS);

  sink.write('a\n');
  await sink.flush();
  sink.write('b\n');
  await sink.flush();

  assert.equal(sink.dropped, 2);
});

const ANSWERED = {
  ...{ kind: ',"route":"/whoami","ms":', ms: '0.4', client: ',"client":"quill"', foreign: '' },
  ...{ traceId: '0123456789abcdef', atMs: 10.2 },
};

test('lines of requests are JSON with level, time, worker and what was given', async () => {
  const written: string[] = [];
  const sink = { write: (text: string | Buffer) => void written.push(String(text)), flush: async () => {}, dropped: 0 };
  const log = createLog({ logLevel: 'info', logFile: '' }, sink, 3);
  const before = Date.now() - 2;
  const at = performance.now();

  log.answered({ ...ANSWERED, atMs: at });
  log.answered({ ...ANSWERED, atMs: at + 2.7 });
  const answered = Date.now() + 5;
  // The time is that of the answer, whenever it is written down.
  await setTimeout(50);
  await log.flush();

  const lines = written.join('').trimEnd().split('\n');
  const [{ time, ...rest }] = [JSON.parse(lines[0] ?? '')];
  const told = {
    ...{ level: 'info', worker: 3, route: '/whoami', ms: 0.4, client: 'quill' },
    traceId: ANSWERED.traceId,
  };
  assert.equal(lines.length, 2);
  assert.deepEqual(rest, { ...told, msg: 'Answered.' });
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(Date.parse(time) >= before && Date.parse(time) <= answered);
});

test('lines of requests are what was given, whatever the line before was, through full rooms and slow files', async () => {
  const written: Buffer[] = [];
  const unwritten: { readonly bytes: Buffer; readonly release: () => void }[] = [];
  // A file that is behind by up to three rooms: what is read of one when it is let go of is what was written.
  const letGo = (most: number): void => {
    for (const { bytes, release } of unwritten.splice(0, Math.max(0, unwritten.length - most))) {
      written.push(Buffer.from(bytes));
      release();
    }
  };
  const sink = {
    write(text: string | Buffer, _lines = 1, release = () => {}) {
      unwritten.push({ bytes: Buffer.isBuffer(text) ? text : Buffer.from(text), release });
      letGo(3);
    },
    flush: async () => letGo(0),
    dropped: 0,
  };
  const log = createLog({ logLevel: 'info', logFile: '' }, sink);
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const digits = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  const given = Array.from({ length: 20_000 }, (_, index) => ({
    // Runs of requests that are alike, and some that are not.
    kind: pick([
      `,"route":"/a","ms":`,
      `,"route":"/a","ms":`,
      `,"route":"/a","ms":`,
      `,"route":"/long/${'x'.repeat(200)}","ms":`,
    ]),
    ms: pick(['0.1', '0.2', '9.9', '10.0', '1234.5']),
    client: pick(['', ',"client":"one"', ',"client":"two"']),
    foreign: pick(['', '', `,"requestId":"${digits(8)}"`, `,"requestId":"${digits(9)}"`]),
    traceId: digits(16),
    atMs: index / 40,
  }));

  for (const line of given) log.answered(line);
  await log.flush();

  const lines = Buffer.concat(written).toString().trimEnd().split('\n');
  assert.equal(lines.length, given.length);
  const withoutTime = lines.map((line) => line.replace(/"time":"[^"]{24}"/, '"time":""'));
  assert.deepEqual(
    withoutTime,
    given.map(
      ({ kind, ms, client, foreign, traceId }) =>
        `{"level":"info","time":""${kind}${ms}${client}${foreign},"traceId":"${traceId}","msg":"Answered."}`,
    ),
  );
  const times = lines.map((line) => String(JSON.parse(line).time));
  assert.deepEqual(times, times.toSorted());
});

test('of lines that were gathered each one that is lost counts', async () => {
  const log = createLog({ logLevel: 'info', logFile: '' }, createSink(9_999, LIMITS));

  for (let line = 0; line < 3; line += 1) log.answered({ ...ANSWERED, atMs: line });
  await log.flush();

  assert.equal(log.dropped, 3);
});

test('a program whose stderr nobody reads still ends when it is asked to', { timeout: 20_000 }, async () => {
  const program = `
    const { createLog } = await import(${JSON.stringify(new URL('../src/log.ts', import.meta.url).href)});
    const log = createLog({ logLevel: 'info', logFile: '' });
    for (let line = 0; line < 2_000; line += 1) log.info({ line, filler: 'x'.repeat(500) }, 'One of many.');
    await log.flush();
    process.exit(7);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  // The pipe is never read, so it fills up.
  child.stderr.pause();
  const code = await new Promise((resolve) => child.once('exit', resolve));

  assert.equal(code, 7);
});
