/** `latchkey applications update`: changes what is named and leaves the rest of an application as it is. */
import { OPERATOR } from '../../clients/act.ts';
import type { Beside } from '../../clients/beside.ts';
import { changeClient, detailsOf } from '../../clients/change.ts';
import { isPrintable } from '../../clients/client-id.ts';
import type { Details } from '../../clients/details.ts';
import { type Client, findClient } from '../../clients/find.ts';
import { examineLimit } from '../../clients/own-limits.ts';
import { en } from '../../pages/text/en.ts';
import { faultWords } from '../../pages/text/texts.ts';
import { keepsSecret, needsRedirectUri } from '../../protocol/clients/kind.ts';
import {
  changedLimits,
  isOwnLimitName,
  type LimitChange,
  mostOf,
  OWN_LIMIT_NAMES,
} from '../../protocol/clients/own-limits.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { act, CHANGE_MISSING, namesAChange } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { answer, JSON_OPTION } from '../output/answer.ts';
import { DETAIL_OPTIONS, type Described, describedBy } from './described.ts';
import { beyondNamed, KIND_OPTIONS, type KindOptions, NOBODY_COMES_BACK, readKind } from './kind.ts';
import { namedClient, WHICH, WHICH_MISSING, WHICH_OPERAND } from './which.ts';

export const update = act({
  says: 'Changes an application; what is not named stays as it is.',
  operands: [WHICH_OPERAND],
  options: {
    'client-id': WHICH,
    name: { says: 'What people see when it asks them for access.', value: 'N' },
    'redirect-uri': { says: 'All of its redirect URIs, in the place of those it has.', value: 'U', repeats: true },
    scope: { says: 'All that it may ask for, separated by spaces.', value: '"a b"' },
    ...DETAIL_OPTIONS,
    public: { says: 'It runs on people’s devices: all its secrets are deleted at once.' },
    ...KIND_OPTIONS,
    iss: { says: 'Sends iss with the callback.' },
    'no-iss': { says: 'Leaves iss out of the callback, for clients that do not expect it.' },
    'first-party': { says: 'It is the service’s own: people are not asked for consent.' },
    'no-first-party': { says: 'People are asked from now on.' },
    'client-secret-stdin': { says: 'Reads a secret from standard input, which takes the place of all it has.' },
    admin: {
      says: 'Lets it manage the whole service with own tokens of scope admin; its owner has to be an administrator.',
    },
    'no-admin': { says: 'Takes that right back.' },
    limit: {
      says: `A limit of its own, such as token_requests=60000 (${OWN_LIMIT_NAMES.join(', ')}); usual in the place of the number for as many as all others.`,
      value: 'NAME=N',
      repeats: true,
    },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const publicId = namedClient(call);
    if (publicId === undefined) return call.wrong(WHICH_MISSING);
    const limits = readLimits(call.options.limit);
    if (!limits.ok) return call.wrong(`--limit: ${limits.refusal}`);
    if (!namesAChange(call.options)) return call.wrong(CHANGE_MISSING);
    const fault = contradiction(call.options);
    if (fault !== undefined) return call.wrong(fault);
    const isGiven = call.options['client-secret-stdin'];
    const given = isGiven ? await call.readInput() : undefined;
    if (given !== undefined && !isPrintable(given)) return call.fail(faultWords(en, BAD_SECRET));
    return await withWorld(call.settings, async (world) => {
      const client = await findClient(publicId, world);
      if (!client) return call.fail(`There is no application ${publicId}.`);
      const kind = readKind(call.options, client.kind);
      if (!kind.ok) return call.wrong(kind.refusal);
      if (!needsRedirectUri(kind.value) && call.options['redirect-uri'].length > 0)
        return call.wrong(NOBODY_COMES_BACK);
      const beside = { ...besideOf(call.options), given, limits: limits.value };
      // Made of the application as it is when it is written: what another command changes at the same moment stays.
      const details = (now: Client) => changedDetails(now, call.options);
      const done = await changeClient(world, { publicId, details, beside }, OPERATOR);
      if (!done.ok) return call.fail(refusalWords(done.refusal, publicId, details(client)));
      const { client: before, secret } = done.value;
      const { name, redirectUris, scopes } = details(before);
      const facts = {
        client_id: publicId,
        name,
        redirect_uris: needsRedirectUri(kind.value) ? redirectUris : [],
        scope: scopes.join(' '),
        limits: changedLimits(before.limits, limits.value),
        // Made where it became one that keeps a secret.
        ...(secret === null ? {} : { client_secret: secret }),
      };
      const more = beyondNamed(call.options, kind.value);
      if (more !== undefined) call.tell(more);
      const shown = secret === null ? '' : `\nclient_secret  ${secret}\nThe secret is not shown again.`;
      return answer(call, `${name} (${publicId}) is changed.${shown}`, facts);
    });
  },
});

const BAD_SECRET = { reason: 'client_secret_characters' } as const;

interface Switches {
  readonly admin: boolean;
  readonly 'no-admin': boolean;
  readonly 'first-party': boolean;
  readonly 'no-first-party': boolean;
  readonly iss: boolean;
  readonly 'no-iss': boolean;
}

function contradiction(options: Switches): string | undefined {
  if (options.admin && options['no-admin']) return 'Give one of --admin and --no-admin.';
  if (options['first-party'] && options['no-first-party']) return 'Give one of --first-party and --no-first-party.';
  if (options.iss && options['no-iss']) return 'Give one of --iss and --no-iss.';
  return undefined;
}

/** What is no detail of an application, and is changed with them or not at all. */
function besideOf(wish: Switches): Beside {
  const isMarked = wish['first-party'] || wish['no-first-party'];
  const isMoved = wish.admin || wish['no-admin'];
  return {
    ...(isMarked ? { marks: { first_party: wish['first-party'] } } : {}),
    ...(isMoved ? { isManaging: wish.admin } : {}),
  };
}

type Refusal = Extract<Awaited<ReturnType<typeof changeClient>>, { readonly ok: false }>['refusal'];

function refusalWords(refusal: Refusal, publicId: string, { redirectUris }: Details): string {
  if (refusal.reason === 'secret_of_public') return `${publicId} is public and has no secret.`;
  if (refusal.reason === 'right_of_public')
    return `${publicId} is public: an application without a secret cannot act for itself.`;
  if (refusal.reason === 'owner_no_administrator')
    return `The owner of ${publicId} is no administrator: make the owner one with users make-admin first.`;
  if (refusal.reason !== 'faulty') return `There is no application ${publicId}.`;
  const faults = refusal.faults.map(({ row, why }) => {
    const said = faultWords(en, why);
    return row === null ? said : `${redirectUris[row]}: ${said}`;
  });
  return faults.join(' ');
}

/** The last one of a name counts. */
function readLimits(typed: readonly string[]): Result<LimitChange, string> {
  const change: Record<string, number | null> = {};
  for (const entry of typed) {
    const [, name = entry, value = ''] = /^([^=]*)=(.*)$/s.exec(entry) ?? [];
    if (!isOwnLimitName(name)) return refuse(`There is no limit ${name}: write one of ${OWN_LIMIT_NAMES.join(', ')}.`);
    if (value === '') return refuse(`Write ${name}=N, or ${name}=usual.`);
    const limit = examineLimit(name, value === 'usual' ? '' : value);
    if (!limit.ok) return refuse(`${name} takes a whole number from 1 to ${mostOf(name)}, or usual, not ${value}.`);
    change[name] = limit.value;
  }
  return accept(change);
}

interface Changes extends Described, KindOptions, Pick<Switches, 'iss' | 'no-iss'> {
  readonly name: string | undefined;
  readonly 'redirect-uri': readonly string[];
  readonly scope: string | undefined;
}

function changedDetails(client: Client, changes: Changes): Details {
  const uris = changes['redirect-uri'];
  const read = readKind(changes, client.kind);
  const kind = read.ok ? read.value : client.kind;
  return {
    ...detailsOf(client),
    ...describedBy(changes),
    kind,
    isConfidential: keepsSecret(kind),
    name: changes.name ?? client.name,
    redirectUris: uris.length === 0 ? client.redirectUris : uris,
    scopes: changes.scope === undefined ? client.scope : changes.scope.split(' ').filter(Boolean),
    ...(changes.iss || changes['no-iss'] ? { sendsIssuer: changes.iss } : {}),
  };
}
