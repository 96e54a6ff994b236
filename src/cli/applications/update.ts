/** `latchkey applications update`: changes what is named and leaves the rest of an application as it is. */
import { OPERATOR } from '../../clients/act.ts';
import { changeAdministration } from '../../clients/administration.ts';
import { changeClient, detailsOf } from '../../clients/change.ts';
import type { Details } from '../../clients/details.ts';
import { type Client, findClient } from '../../clients/find.ts';
import { examineLimit, setOwnLimits } from '../../clients/own-limits.ts';
import { en } from '../../pages/text/en.ts';
import { faultWords } from '../../pages/text/texts.ts';
import { changedLimits, isOwnLimitName, type LimitChange, OWN_LIMIT_NAMES } from '../../protocol/clients/own-limits.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { World } from '../../world.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { answer, JSON_OPTION } from '../output/answer.ts';

export const update = act({
  says: 'Changes an application; what is not named stays as it is.',
  operands: ['[CLIENT_ID]'],
  options: {
    'client-id': { says: 'Which one, where it is not given as the first word.', value: 'X' },
    name: { says: 'What people see when it asks them for access.', value: 'N' },
    description: { says: 'What it does, for the people it asks.', value: 'D' },
    'homepage-url': { says: 'Where people learn more.', value: 'U' },
    'redirect-uri': { says: 'All of its redirect URIs, in the place of those it has.', value: 'U', repeats: true },
    scope: { says: 'All that it may ask for, separated by spaces.', value: '"a b"' },
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
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const [named, publicId = named] = [call.operands[0], call.options['client-id']];
      if (publicId === undefined || (named !== undefined && named !== publicId))
        return call.wrong('Say which application: applications update CLIENT_ID.');
      const { admin, 'no-admin': noAdmin } = call.options;
      if (admin && noAdmin) return call.wrong('Give one of --admin and --no-admin.');
      const client = await findClient(publicId, world);
      if (!client) return call.fail(`There is no application ${publicId}.`);
      const limits = readLimits(call.options.limit);
      if (!limits.ok) return call.wrong(`--limit: ${limits.refusal}`);
      const details = changedDetails(client, call.options);
      const done = await changeClient(world, { publicId, details }, OPERATOR);
      if (!done.ok) {
        if (done.refusal.reason !== 'faulty') return call.fail(`There is no application ${publicId}.`);
        const faults = done.refusal.faults.map(({ row, why }) => {
          const said = faultWords(en, why);
          return row === null ? said : `${details.redirectUris[row]}: ${said}`;
        });
        return call.fail(faults.join(' '));
      }
      const failed = admin || noAdmin ? await changeRight(world, publicId, admin) : undefined;
      if (failed !== undefined) return call.fail(failed);
      await setOwnLimits(world, { publicId, change: limits.value }, OPERATOR);
      const facts = {
        client_id: publicId,
        name: details.name,
        redirect_uris: details.redirectUris,
        scope: details.scopes,
        limits: changedLimits(client.limits, limits.value),
      };
      return answer(call, `${details.name} (${publicId}) is changed.`, { ...facts, scope: details.scopes.join(' ') });
    }),
});

/** The last one of a name counts. */
function readLimits(typed: readonly string[]): Result<LimitChange, string> {
  const change: Record<string, number | null> = {};
  for (const entry of typed) {
    const [name = '', value = ''] = entry.split('=');
    if (!isOwnLimitName(name)) return refuse(`There is no limit ${name}: write one of ${OWN_LIMIT_NAMES.join(', ')}.`);
    if (value === '') return refuse(`Write ${name}=N, or ${name}=usual.`);
    const limit = examineLimit(name, value === 'usual' ? '' : value);
    if (!limit.ok) return refuse(`${name}: ${faultWords(en, limit.refusal)}`);
    change[name] = limit.value;
  }
  return accept(change);
}

/** Answers why it could not be done. */
async function changeRight(world: World, publicId: string, isGiven: boolean): Promise<string | undefined> {
  const done = await changeAdministration(world, { publicId, isGiven }, OPERATOR);
  if (done.ok || done.refusal === 'already') return undefined;
  if (done.refusal === 'public') return `${publicId} is public: an application without a secret cannot act for itself.`;
  if (done.refusal === 'owner_no_administrator')
    return `The owner of ${publicId} is no administrator: make the owner one with users make-admin first.`;
  return `There is no application ${publicId}.`;
}

interface Changes {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly 'homepage-url': string | undefined;
  readonly 'redirect-uri': readonly string[];
  readonly scope: string | undefined;
}

function changedDetails(client: Client, changes: Changes): Details {
  const uris = changes['redirect-uri'];
  return {
    ...detailsOf(client),
    name: changes.name ?? client.name,
    description: changes.description ?? client.description,
    homepageUrl: changes['homepage-url'] ?? client.homepageUrl,
    redirectUris: uris.length === 0 ? client.redirectUris : uris,
    scopes: changes.scope === undefined ? client.scope : changes.scope.split(' ').filter(Boolean),
  };
}
