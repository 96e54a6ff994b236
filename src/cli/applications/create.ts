/** `latchkey applications create`: registers an application, with the client_id and the secret of an old one if need be. */
import { isLive } from '../../accounts/find.ts';
import { findNamed } from '../../accounts/people.ts';
import { OPERATOR } from '../../clients/act.ts';
import { type Details, type Fault, usualDetails } from '../../clients/details.ts';
import { type Registered, registerClient } from '../../clients/register.ts';
import { en } from '../../pages/text/en.ts';
import { faultWords } from '../../pages/text/texts.ts';
import { type ClientKind, keepsSecret, needsRedirectUri } from '../../protocol/clients/kind.ts';
import type { World } from '../../world.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { DETAIL_OPTIONS, type Described, describedBy } from './described.ts';
import { beyondNamed, KIND_OPTIONS, NOBODY_COMES_BACK, readKind } from './kind.ts';

export const create = act({
  says: 'Registers an application and prints its client_id and its secret, once.',
  options: {
    owner: {
      says: 'The account it belongs to: a nickname, an email address or a number.',
      value: 'NAME',
      required: true,
    },
    name: { says: 'What people see when it asks them for access.', value: 'N', required: true },
    'redirect-uri': {
      says: 'Where people come back to, exactly as it is sent; a machine has none.',
      value: 'U',
      repeats: true,
    },
    scope: {
      says: 'What it may ask for, separated by spaces; the default scopes unless said otherwise.',
      value: '"a b"',
    },
    public: { says: 'It runs on people’s devices and has no secret.' },
    ...DETAIL_OPTIONS,
    ...KIND_OPTIONS,
    'first-party': { says: 'It is the service’s own: people are not asked for consent.' },
    'no-iss': { says: 'Leaves iss out of the callback, for clients that do not expect it.' },
    'client-id': { says: 'For an import: the client_id it has already. Also leaves iss out.', value: 'X' },
    'client-secret-stdin': { says: 'For an import: reads the secret it has already from standard input.' },
    'client-secret': { says: 'The same as an argument, which everybody on this machine can see.', value: 'Y' },
    json: { says: 'Prints JSON.' },
    env: { says: 'Prints CLIENT_ID=… and CLIENT_SECRET=…, for eval in a shell.' },
  },
  run: async (call) => {
    const { options } = call;
    const kind = readKind(options, 'web');
    if (!kind.ok) return call.wrong(kind.refusal);
    const fault = faultOfOptions(options, kind.value);
    if (fault !== undefined) return call.wrong(fault);
    const publicId = options['client-id'];
    const secret = options['client-secret-stdin'] ? await call.readInput() : options['client-secret'];
    return await withWorld(call.settings, async (world) => {
      const owner = await findNamed(world, options.owner);
      if (!owner) return call.fail(`There is no user ${options.owner}.`);
      if (!isLive(owner)) return call.fail(`${owner.nickname} is disabled.`);
      const details = detailsFrom(options, kind.value, world);
      const preset = publicId === undefined ? {} : { preset: { publicId, secret } };
      const marks = options['first-party'] ? (['first_party'] as const) : [];
      const made = await registerClient(world, { ownerId: owner.id, details, actor: OPERATOR, marks, ...preset });
      if (made.ok) {
        call.print(wordsOf(made.value, options));
        const more = beyondNamed(options, kind.value);
        if (more !== undefined) call.tell(more);
      } else if (made.refusal.reason === 'ownerless') return call.fail(`There is no user ${options.owner}.`);
      else if (made.refusal.reason === 'faulty')
        return call.fail(made.refusal.faults.map((found) => sentence(found, details)).join(' '));
      return 0;
    });
  },
});

interface Said extends Described {
  readonly name: string;
  readonly 'redirect-uri': readonly string[];
  readonly scope: string | undefined;
  readonly 'no-iss': boolean;
  readonly 'client-id': string | undefined;
  readonly 'client-secret-stdin': boolean;
  readonly 'client-secret': string | undefined;
  readonly json: boolean;
  readonly env: boolean;
}

function faultOfOptions(options: Said, kind: ClientKind): string | undefined {
  if (options.json && options.env) return 'Give one of --json and --env.';
  const [argument, isInput] = [options['client-secret'], options['client-secret-stdin']];
  if (argument !== undefined && isInput) return 'Give one of --client-secret-stdin and --client-secret.';
  if ((argument !== undefined || isInput) && options['client-id'] === undefined)
    return `--client-secret${isInput ? '-stdin' : ''} needs --client-id.`;
  const count = options['redirect-uri'].length;
  if (needsRedirectUri(kind) && count === 0) return '--redirect-uri U is missing.';
  if (!needsRedirectUri(kind) && count > 0) return NOBODY_COMES_BACK;
  return undefined;
}

function detailsFrom(options: Said, kind: ClientKind, { settings }: World): Details {
  const usual = usualDetails(settings);
  return {
    ...usual,
    ...describedBy(options),
    name: options.name,
    redirectUris: options['redirect-uri'],
    scopes: options.scope === undefined ? usual.scopes : options.scope.split(' ').filter(Boolean),
    isConfidential: keepsSecret(kind),
    kind,
    sendsIssuer: !options['no-iss'],
  };
}

function wordsOf(made: Registered, { json, env }: { readonly json: boolean; readonly env: boolean }): string {
  if (json) return asJson(made);
  return env ? asAssignments(made) : asText(made);
}

/** A public application empties the variable, so that a shell does not keep the secret of another one. */
function asAssignments({ publicId, secret }: Registered): string {
  return `CLIENT_ID=${inShell(publicId)}\nCLIENT_SECRET=${inShell(secret ?? '')}`;
}

/** An import may bring a client_id or a secret with any sign in it. */
function inShell(value: string): string {
  return /^[\w.-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** A public application has no secret, which null says plainly. */
function asJson({ publicId, secret, redirectUris }: Registered): string {
  return JSON.stringify({ client_id: publicId, client_secret: secret, redirect_uris: redirectUris });
}

function asText({ name, publicId, secret }: Registered): string {
  const lines = [`Registered ${name}.`, `client_id      ${publicId}`];
  return (secret === null ? lines : [...lines, `client_secret  ${secret}`, 'The secret is not shown again.']).join(
    '\n',
  );
}

/** Which redirect URI breaks which rule (SPEC D18). */
function sentence({ row, why }: Fault, details: Details): string {
  const said = faultWords(en, why);
  return row === null ? said : `${details.redirectUris[row]}: ${said}`;
}
