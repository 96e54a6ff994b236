/** The command line: how words become options, what help says, and how a wrong call is answered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, type Command, readWords } from '../../src/cli/command-line.ts';
import { command as config } from '../../src/cli/config.ts';
import { type CommandEntry, dispatch } from '../../src/cli/dispatch.ts';

const create = act({
  says: 'Creates a note.',
  operands: ['TITLE', '[FOLDER]'],
  options: {
    author: { value: 'NAME', required: true, says: 'Who wrote it.' },
    tag: { value: 'WORD', repeats: true, says: 'What it is about.' },
    colour: { value: 'COLOUR', says: 'How it looks.' },
    public: { says: 'Everybody may read it.' },
    'no-index': { says: 'Search engines may not.' },
    name: { value: 'TEXT', says: 'Hides the setting of that name.' },
    json: { says: 'Prints JSON.' },
  },
  run: async (call) => {
    if (call.options.colour === 'wrong') return call.wrong('--colour wrong goes with nothing.');
    if (call.options.author === 'nobody') return call.fail('There is no author nobody.');
    call.print(
      JSON.stringify({
        ...call.options,
        operands: call.operands,
        port: call.settings.port,
        input: await call.readInput(),
      }),
    );
    return 0;
  },
});

const notes: Command = { says: 'Keeps notes.', acts: { create } };
const TABLE: readonly CommandEntry[] = [
  { name: 'notes', says: 'Keeps notes.', load: async () => ({ command: notes }) },
  { name: 'config', says: 'Shows every setting.', load: async () => ({ command: config }) },
  { name: 'never', says: 'Is not loaded.', load: () => assert.fail('a command was loaded that was not called') },
];

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly complaints: readonly string[];
}

async function call(words: readonly string[], env: Parameters<typeof dispatch>[2]['env'] = {}): Promise<Outcome> {
  const out: string[] = [];
  const complaints: string[] = [];
  const code = await dispatch(words, TABLE, {
    env,
    readFile: () => assert.fail('no file was named'),
    print: (line) => void out.push(line),
    complain: (line) => void complaints.push(line),
    readInput: async () => 'typed',
  });
  return { code, out: out.join('\n'), complaints };
}

test('options are read with their values, repeated ones as lists, switches as true or false', async () => {
  const words = [
    'notes',
    'create',
    '--author',
    'ann',
    '--tag=a',
    '--tag',
    'b',
    'Title',
    '--public',
    '--name=N',
    '--port',
    '7',
  ];

  const { code, out } = await call(words);

  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(out), {
    author: 'ann',
    tag: ['a', 'b'],
    public: true,
    'no-index': false,
    name: 'N',
    json: false,
    operands: ['Title'],
    port: 7,
    input: 'typed',
  });
});

test('a value may look like an option, hold an equals sign, or be empty', () => {
  const read = readWords(['--author', '--ann', '--colour=a=b\nc', '--tag=', '--', '--title'], create);

  assert.deepEqual(read.faults, []);
  assert.deepEqual([read.options.author, read.options.colour, read.options.tag], ['--ann', 'a=b\nc', ['']]);
  assert.deepEqual(read.operands, ['--title']);
});

test('a client_id that begins with a dash is an operand, and a misspelt option is none', () => {
  const ids = [`-${'aZ_9-x'.repeat(7)}`, `--${'aZ_9-x'.repeat(6)}_____`];
  const read = readWords(['--author=a', ...ids, '--colou'], create);

  assert.deepEqual(read.operands, ids);
  assert.deepEqual(read.faults, ['--colou is not an option here: did you mean --colour?']);
});

test('a setting is an option of every command, and a switch among them may be turned off', () => {
  const read = readWords(
    ['--author=a', 'T', '--database', 'sqlite:x', '--danger-no-rate-limits', '--token-query=false'],
    create,
  );

  assert.deepEqual(read.faults, []);
  assert.deepEqual(read.flags, { database: 'sqlite:x', 'danger-no-rate-limits': 'true', 'token-query': 'false' });
});

const WRONG_CALLS: readonly (readonly [words: string, complaint: RegExp])[] = [
  ['note', /^latchkey: "note" is not a command: did you mean notes\? See: bin\/latchkey --help$/],
  ['zzz', /^latchkey: "zzz" is not a command: notes, config, never\. See: bin\/latchkey --help$/],
  ['notes', /^latchkey: notes needs one word more: create\. See: bin\/latchkey notes --help$/],
  ['notes creat', /^latchkey: "creat" is not something that notes can do: did you mean create\? See: /],
  ['notes constructor', /is not something that notes can do/],
  ['notes create T', /^latchkey: --author NAME is missing\. See: bin\/latchkey notes create --help$/],
  ['notes create --author a', /^latchkey: TITLE is missing\./],
  ['notes create --author a ', /^latchkey: TITLE is missing\./],
  ['notes create --author a  F', /^latchkey: TITLE is missing\./],
  ['notes create --author a T ', /^latchkey: FOLDER is missing\./],
  ['notes create --author a T F X', /^latchkey: "X" is one word too many\./],
  ['notes create T --author', /^latchkey: --author needs a value: --author NAME\./],
  ['notes create T --author a --author b', /^latchkey: --author was given more than once: keep one of them\./],
  ['notes create T --author a --public=no', /^latchkey: --public takes no value\./],
  ['notes create T --author a --colou red', /^latchkey: --colou is not an option here: did you mean --colour\?/],
  ['notes create T --author a -x', /^latchkey: -x is not an option here/],
  ['notes create T --author a --constructor', /^latchkey: --constructor is not an option here/],
  ['notes create T --author a --port x', /^latchkey: --port is "x" but must be a whole number from 0 to 65535\.$/],
  ['notes create T --author a --colour wrong', /^latchkey: --colour wrong goes with nothing\.$/],
];

for (const [words, complaint] of WRONG_CALLS) {
  test(`the wrong call "${words}" exits 2 and says what is wrong`, async () => {
    const { code, out, complaints } = await call(words.split(' '));

    assert.equal(code, 2);
    assert.equal(out, '');
    assert.match(complaints[0] ?? '', complaint);
    assert.ok(complaints.every((line) => !line.includes('\n')));
  });
}

test('a call with one fault is answered with one line', async () => {
  assert.equal((await call(['notes', 'create', '--author', 'a'])).complaints.length, 1);
});

test('a wrong call is answered with one line, about its first fault', async () => {
  const { code, complaints } = await call(['notes', 'create', 'T', '--authr', 'a'], { LATCHKEY_PROT: '1' });

  assert.equal(code, 2);
  assert.deepEqual(complaints, [
    'latchkey: --authr is not an option here: did you mean --author? See: bin/latchkey notes create --help',
  ]);
});

test('what could not be done exits 1', async () => {
  const { code, complaints } = await call(['notes', 'create', 'T', '--author', 'nobody']);

  assert.equal(code, 1);
  assert.deepEqual(complaints, ['latchkey: There is no author nobody.']);
});

test('latchkey alone lists its commands', async () => {
  for (const words of [[], ['help'], ['--help']]) {
    const { code, out } = await call(words);

    assert.equal(code, 0);
    assert.match(out, /^ {2}notes {3}Keeps notes\.$/m);
  }
});

test('help with words after it is the help of those words', async () => {
  for (const words of [['notes'], ['notes', 'create'], ['config']])
    assert.deepEqual(await call(['help', ...words]), await call([...words, '--help']));
  assert.equal((await call(['help', 'help'])).out, (await call(['help'])).out);
  assert.match((await call(['help', 'note'])).complaints.join(), /did you mean notes/);
});

test('every command has help, even where settings are wrong', async () => {
  const group = await call(['notes', '--help'], { LATCHKEY_PORT: 'x' });
  const single = await call(['notes', 'create', '--nonsense', '-h'], { LATCHKEY_PORT: 'x' });

  assert.match(group.out, /notes create {2}Creates a note\./);
  assert.match(single.out, /^Usage: bin\/latchkey notes create --author NAME TITLE \[FOLDER\] \[OPTIONS\]$/m);
  assert.match(single.out, /^ {2}--tag WORD +What it is about\. \(may be repeated\)$/m);
  assert.deepEqual([group.code, single.code], [0, 0]);
});

test('config shows every setting, its value and where it came from', async () => {
  const env = { LATCHKEY_DATABASE: 'postgres://me:hush@db/x' };

  const text = await call(['config', '--port', '7'], env);
  const json = await call(['config', '--json'], env);

  assert.match(text.out, /^LATCHKEY_PORT=7 {2}\(flag\)\n {4}The port to listen on/m);
  assert.match(text.out, /^LATCHKEY_DATABASE=postgres:\/\/me:\*\*\*@db\/x {2}\(environment\)$/m);
  assert.deepEqual(JSON.parse(json.out).port, { value: 3000, origin: 'default' });
  assert.doesNotMatch(text.out + json.out, /hush/);
});
