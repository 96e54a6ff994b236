/** `latchkey applications`: applications, as the operator registers, lists and deletes them. */
import { findByName, isLive } from '../accounts/find.ts';
import { OPERATOR } from '../clients/act.ts';
import type { Details, Fault } from '../clients/details.ts';
import { deleteClient } from '../clients/ending.ts';
import { everyClient } from '../clients/find.ts';
import { type Registered, registerClient } from '../clients/register.ts';
import { liftSuspension, type SuspensionRefusal, suspendClient } from '../clients/suspension.ts';
import type { Settings } from '../config.ts';
import { en } from '../pages/text/en.ts';
import { faultWords } from '../pages/text/texts.ts';
import { examineReason } from '../protocol/people/suspension.ts';
import { approve, decline } from './applications/approval.ts';
import { update } from './applications/update.ts';
import { act, type Group } from './command-line.ts';
import { withWorld } from './open-world.ts';
import { answer, JSON_OPTION } from './output/answer.ts';

const create = act({
  says: 'Registers an application and prints its client_id and its secret, once.',
  options: {
    owner: { says: 'The nickname of the account it belongs to.', value: 'NICKNAME', required: true },
    name: { says: 'What people see when it asks them for access.', value: 'N', required: true },
    'redirect-uri': {
      says: 'Where people come back to, exactly as it is sent.',
      value: 'U',
      required: true,
      repeats: true,
    },
    scope: {
      says: 'What it may ask for, separated by spaces; the default scopes unless said otherwise.',
      value: '"a b"',
    },
    public: { says: 'It runs on people’s devices and has no secret.' },
    'no-iss': { says: 'Leaves iss out of the callback, for clients that do not expect it.' },
    'client-id': { says: 'For an import: the client_id it has already. Also leaves iss out.', value: 'X' },
    'client-secret-stdin': { says: 'For an import: reads the secret it has already from standard input.' },
    'client-secret': { says: 'The same as an argument, which everybody on this machine can see.', value: 'Y' },
    json: { says: 'Prints JSON.' },
    env: { says: 'Prints CLIENT_ID=… and CLIENT_SECRET=…, for eval in a shell.' },
  },
  run: async (call) => {
    const { options } = call;
    if (options.json && options.env) return call.wrong('Give one of --json and --env.');
    const publicId = options['client-id'];
    const argument = options['client-secret'];
    const isInput = options['client-secret-stdin'];
    if (argument !== undefined && isInput) return call.wrong('Give one of --client-secret-stdin and --client-secret.');
    if ((argument !== undefined || isInput) && publicId === undefined)
      return call.wrong(`--client-secret${isInput ? '-stdin' : ''} needs --client-id.`);
    const secret = isInput ? await call.readInput() : argument;
    return await withWorld(call.settings, async (world) => {
      const owner = await findByName(world, options.owner);
      if (!owner) return call.fail(`There is no user ${options.owner}.`);
      if (!isLive(owner)) return call.fail(`${owner.nickname} is disabled.`);
      const details: Details = {
        name: options.name,
        description: '',
        homepageUrl: '',
        logoUrl: '',
        redirectUris: options['redirect-uri'],
        scopes: options.scope === undefined ? defaultScopes(world.settings) : options.scope.split(' ').filter(Boolean),
        isConfidential: !options.public,
        sendsIssuer: !options['no-iss'],
      };
      const preset = publicId === undefined ? {} : { preset: { publicId, secret } };
      const made = await registerClient(world, { ownerId: owner.id, details, actor: OPERATOR, ...preset });
      if (made.ok) call.print(wordsOf(made.value, options));
      else if (made.refusal.reason === 'faulty')
        return call.fail(made.refusal.faults.map((fault) => sentence(fault, details)).join(' '));
      return 0;
    });
  },
});

const list = act({
  says: 'Lists applications, the newest first.',
  options: {
    owner: { says: 'Only those of this account.', value: 'NICKNAME' },
    waiting: { says: 'Only those that wait for approval.' },
    json: { says: 'Prints JSON, one application a line.' },
  },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const { owner: name, waiting, json } = call.options;
      const owner = name === undefined ? null : await findByName(world, name);
      if (name !== undefined && !owner) return call.fail(`There is no user ${name}.`);
      for await (const client of everyClient(world, owner?.id ?? null)) {
        const state = stateOf(client);
        if (waiting && state !== 'waiting') continue;
        const facts = {
          client_id: client.publicId,
          name: client.name,
          owner: client.ownerNickname,
          type: client.confidentialAt === null ? 'public' : 'confidential',
          scope: client.scope,
          users: client.userCount,
          state,
          created_at: new Date(client.createdAt * 1000).toISOString(),
        };
        call.print(json ? JSON.stringify(facts) : Object.values(facts).join('  '));
      }
      return 0;
    }),
});

const remove = act({
  says: 'Deletes an application; every access it had ends at once.',
  options: { 'client-id': { says: 'Which one.', value: 'X', required: true }, json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const publicId = call.options['client-id'];
      const deleted = await deleteClient(world, publicId, OPERATOR);
      if (!deleted) return call.fail(`There is no application ${publicId}.`);
      const said = `${deleted.name} (${deleted.publicId}) is deleted, and every access it had has ended.`;
      return answer(call, said, { client_id: publicId, name: deleted.name, state: 'deleted' });
    }),
});

const suspend = act({
  says: 'Suspends an application: it gets no tokens, those it has are refused, and people who come from it read why.',
  options: {
    'client-id': { says: 'Which one.', value: 'X', required: true },
    reason: { says: 'Why, in one line that everybody may read.', value: '"R"', required: true },
    json: JSON_OPTION,
  },
  run: (call) => {
    const { 'client-id': publicId, reason } = call.options;
    const because = examineReason(reason);
    if (!because.ok) return Promise.resolve(call.wrong(`--reason: ${faultWords(en, because.refusal)}`));
    return withWorld(call.settings, async (world) => {
      const done = await suspendClient(world, { publicId, because: because.value }, OPERATOR);
      if (!done.ok) return call.fail(refusalWords(done.refusal, publicId, 'is suspended already'));
      const said = `${done.value.name} (${publicId}) is suspended. Its owner and its users read the reason.`;
      return answer(call, said, { client_id: publicId, name: done.value.name, state: 'suspended' });
    });
  },
});

const resume = act({
  says: 'Lifts the suspension of an application; what it had and has not expired works again.',
  options: { 'client-id': { says: 'Which one.', value: 'X', required: true }, json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const publicId = call.options['client-id'];
      const done = await liftSuspension(world, publicId, OPERATOR);
      if (!done.ok) return call.fail(refusalWords(done.refusal, publicId, 'is not suspended'));
      const said = `${done.value.name} (${publicId}) is no longer suspended.`;
      return answer(call, said, { client_id: publicId, name: done.value.name, state: 'active' });
    }),
});

export const command: Group = {
  says: 'Registers, changes, lists, approves, suspends and deletes applications.',
  acts: { create, list, update, approve, decline, suspend, resume, delete: remove },
};

function stateOf({ suspendedAt, waitingSince, declinedBecause }: ListedState): string {
  if (suspendedAt !== null) return 'suspended';
  if (waitingSince === null) return 'active';
  return declinedBecause === null ? 'waiting' : 'declined';
}

interface ListedState {
  readonly suspendedAt: number | null;
  readonly waitingSince: number | null;
  readonly declinedBecause: string | null;
}

function defaultScopes({ scopes }: Settings): readonly string[] {
  return Object.keys(scopes).filter((name) => scopes[name]?.default);
}

function refusalWords(refusal: SuspensionRefusal, publicId: string, already: string): string {
  return refusal === 'already' ? `${publicId} ${already}.` : `There is no application ${publicId}.`;
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
