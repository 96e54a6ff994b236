/** What becomes of one application, so that it is as a description says. */
import { rightsOf } from '../../clients/act.ts';
import { draftBeside } from '../../clients/beside.ts';
import { detailsOf, draftChange, fieldsChanged, lossesOf } from '../../clients/change.ts';
import { isPrintable } from '../../clients/client-id.ts';
import { examineDetails, usualDetails } from '../../clients/details.ts';
import { draftDeletion } from '../../clients/ending.ts';
import { type Client, findClient } from '../../clients/find.ts';
import { draftClient } from '../../clients/register.ts';
import { memberFaults, saidDetails } from '../../endpoints/api/applications/shapes.ts';
import { en } from '../../pages/text/en.ts';
import { faultWords } from '../../pages/text/texts.ts';
import { MARKS } from '../../protocol/clients/application-search.ts';
import { changedLimits } from '../../protocol/clients/own-limits.ts';
import { isUnreachableId } from '../../protocol/clients/unreachable-id.ts';
import { isResourceId } from '../../protocol/resources/resource.ts';
import { changeSeen } from '../../storage/tables/clients/clients.ts';
import { holderOf } from '../../storage/tables/clients/search.ts';
import type { World } from '../../world.ts';
import type { DescribedApplication } from './form.ts';
import type { Found, Secrets, Step } from './step.ts';
import { ACTOR } from './step.ts';

interface WantedApplication {
  readonly wanted: DescribedApplication;
  /** The account that the description names; undefined where it names none, or there is none. */
  readonly owner: { readonly id: number; readonly isLive: boolean } | undefined;
  readonly secrets: Secrets;
}

export async function planApplication(world: World, wish: WantedApplication): Promise<Found> {
  const { wanted, secrets } = wish;
  const given = wanted.secret === undefined ? undefined : readSecret(wanted.secret, secrets);
  if (given !== undefined && 'fault' in given) return faults(wanted, [given.fault]);
  const client = await findClient(wanted.client_id, world);
  return client
    ? await planChange(world, client, { ...wish, given: given?.secret })
    : await planCreation(world, { ...wish, given: given?.secret });
}

const PUBLIC_WITH_SECRET = 'A public application has no secret.';

type Wish = WantedApplication & { readonly given: string | undefined };

async function planCreation(world: World, { wanted, owner, given }: Wish): Promise<Found> {
  const { client_id: publicId } = wanted;
  if (wanted.owner === undefined) return faults(wanted, ['It does not exist yet, so it needs an owner.']);
  if (!owner?.isLive) return faults(wanted, [`There is no user ${wanted.owner}, or it is disabled.`]);
  const ownerId = owner.id;
  if (isUnreachableId(publicId)) return faults(wanted, [faultWords(en, { reason: 'client_id_unreachable' })]);
  if (isResourceId(publicId)) return faults(wanted, ['Its client_id begins like that of an API.']);
  if ((await holderOf(world.database, publicId)) === 'deleted')
    return faults(wanted, ['An application with this client_id was deleted; no client_id is given twice.']);
  const details = saidDetails(wanted, usualDetails(world.settings));
  const examined = examineDetails(details, world.settings, 'operator');
  if (!examined.ok) return faults(wanted, wordsOf(memberFaults(examined.refusal)));
  if (given !== undefined && !examined.value.isConfidential) return faults(wanted, [PUBLIC_WITH_SECRET]);
  const preset = given === undefined ? {} : { preset: { publicId, secret: given } };
  const { registered, batch } = draftClient(
    world,
    { ownerId, actor: ACTOR, ...preset },
    {
      details: examined.value,
      publicId,
      appliedAt: world.now(),
      limits: changedLimits({}, wanted.limits ?? {}),
      waits: wanted.approved === false,
      marks: MARKS.filter((mark) => wanted[mark] === true),
    },
  );
  return {
    does: 'create',
    kind: 'application',
    id: publicId,
    fields: [],
    // One that was given is known already.
    secret: given === undefined ? registered.secret : null,
    batch,
    made: { id: registered.id, ownerId },
    quota: { ownerId, by: 1 },
  };
}

async function planChange(world: World, client: Client, { wanted, owner, given }: Wish): Promise<Found> {
  // Its owner may be disabled meanwhile: the application goes on, and so does what describes it.
  if (wanted.owner !== undefined && owner?.id !== client.ownerId)
    return faults(wanted, [
      `It belongs to ${client.ownerNickname}: applications are given away by their owners alone.`,
    ]);
  const details = saidDetails(wanted, detailsOf(client));
  const examined = examineDetails(details, world.settings, { current: client });
  if (!examined.ok) return faults(wanted, wordsOf(memberFaults(examined.refusal)));
  const beside = { given, limits: wanted.limits, marks: wanted, isApproved: wanted.approved };
  const drafted = await draftBeside(world, client, { details: examined.value, beside }, ACTOR);
  if (!drafted.ok) return faults(wanted, [PUBLIC_WITH_SECRET]);
  const fields = [...membersChanged(client, examined.value), ...drafted.value.fields];
  if (fields.length === 0 && client.appliedAt !== null) return null;
  const losses = await lossesOf(world, client, examined.value);
  const terms = { details: examined.value, losses, beside: drafted.value, given, appliedAt: world.now() };
  const draft = draftChange(world, client, terms, ACTOR);
  return {
    does: fields.length > 0 ? 'change' : 'adopt',
    kind: 'application',
    id: client.publicId,
    fields,
    secret: draft.secret,
    batch: [...rightsOf(ACTOR, client), changeSeen(client, draft.change, world.now()), ...draft.batch],
  };
}

/** Where a form names a field otherwise than a description; what an application is follows from its type. */
const MEMBERS: Readonly<Record<string, string>> = {
  redirect_uri: 'redirect_uris',
  scope: 'scopes',
  required_scope: 'required_scopes',
  confidential: 'type',
};

/** By their names in the file. */
function membersChanged(...changed: Parameters<typeof fieldsChanged>): readonly string[] {
  return [...new Set(fieldsChanged(...changed).map((field) => MEMBERS[field] ?? field))];
}

export function planApplicationRemoval(world: World, client: Client): Step {
  const { change, batch } = draftDeletion(world, client, ACTOR, []);
  return {
    does: 'delete',
    kind: 'application',
    id: client.publicId,
    fields: [],
    secret: null,
    batch: [changeSeen(client, change, world.now()), ...batch],
    quota: { ownerId: client.ownerId, by: -1 },
  };
}

type Read = { readonly secret: string } | { readonly fault: string };

/** The value itself is never repeated, whatever is wrong with it. */
function readSecret({ environment, file }: NonNullable<DescribedApplication['secret']>, secrets: Secrets): Read {
  if ((environment === undefined) === (file === undefined))
    return { fault: 'secret names either environment or file.' };
  const value = environment === undefined ? secrets.file(file ?? '') : secrets.variable(environment);
  const name = environment === undefined ? `The file ${file}` : `The variable ${environment}`;
  if (value === undefined || value === '') return { fault: `${name} with its secret cannot be read, or is empty.` };
  return isPrintable(value) ? { secret: value } : { fault: `${name} holds no 1 to 255 printable characters.` };
}

function faults({ client_id }: DescribedApplication, words: readonly string[]): { readonly faults: readonly string[] } {
  return { faults: words.map((said) => `application ${client_id}: ${said}`) };
}

function wordsOf(found: ReturnType<typeof memberFaults>): readonly string[] {
  return found.map(({ pointer, detail }) => (pointer === '' ? detail : `${pointer}: ${detail}`));
}
