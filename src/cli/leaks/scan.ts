/** `latchkey scan`: finds tokens and secrets of this service where they should not be, without asking anybody. */
import { act } from '../command-line.ts';
import { type Sighting, STANDARD_INPUT, scan } from './scan-stream.ts';

const FOUND = 1;
const NOT_ALL_READ = 2;

export const command = act({
  says: 'Finds tokens and secrets in files, folders or standard input (-). Exit code 0: none, 1: found, 2: not all was read.',
  operands: ['PATH…'],
  options: {
    strings: { says: 'Prints the strings themselves and nothing else, to be sent to /oauth/leaked.' },
    json: { says: 'Prints JSON, one finding a line.' },
  },
  run: async (call) => {
    const { strings, json } = call.options;
    if (strings && json) return call.wrong('Give one of --strings and --json.');
    if (call.operands.filter((path) => path === STANDARD_INPUT).length > 1)
      return call.wrong('Standard input (-) can be read once.');
    const say = strings ? ({ text }: Sighting) => text : json ? asJson : asLine;
    let found = 0;
    let isAllRead = true;
    for (const path of call.operands) {
      for await (const seen of scan(path)) {
        if ('because' in seen) {
          isAllRead = false;
          call.fail(`${seen.path} was not read: ${seen.because}`);
        } else {
          found += 1;
          call.print(say(seen));
        }
      }
    }
    if (found > 0) return FOUND;
    return isAllRead ? 0 : NOT_ALL_READ;
  },
});

const SHOWN = 4;

const KINDS: Readonly<Record<Sighting['kind'], string>> = {
  access: 'access token',
  refresh: 'refresh token',
  code: 'authorization code',
  secret: 'client secret',
};

/** What is found is not shown: the output of a scan is kept in logs too. */
function asLine({ path, line, column, kind, text }: Sighting): string {
  return `${path}:${line}:${column}: ${KINDS[kind]} ${text.slice(0, SHOWN)}…${text.slice(-SHOWN)}`;
}

function asJson({ path, line, column, kind, text }: Sighting): string {
  return JSON.stringify({ path, line, column, kind: KINDS[kind].replace(' ', '_'), ends_with: text.slice(-SHOWN) });
}
