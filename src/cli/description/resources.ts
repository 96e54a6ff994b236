/** What becomes of one resource, so that it is as a description says. */
import { en } from '../../pages/text/en.ts';
import { faultWords } from '../../pages/text/texts.ts';
import { OPERATOR_ACTS } from '../../resources/act.ts';
import {
  examineNewIdentifier,
  examineResource,
  type ResourceDetails,
  type ResourceFieldFault,
} from '../../resources/details.ts';
import type { ManagedResource } from '../../resources/find.ts';
import { draftResource, draftResourceChange, draftResourceDeletion, termsChanged } from '../../resources/manage.ts';
import type { World } from '../../world.ts';
import type { DescribedResource } from './form.ts';
import type { Found, Step } from './step.ts';

export function planResource(world: World, wanted: DescribedResource, known: ManagedResource | undefined): Found {
  if (known?.isConfigured) return faults(wanted, ['The setting LATCHKEY_RESOURCES describes it: change it there.']);
  const examined = examineResource(detailsOf(wanted, known), world.settings, known?.scope);
  if (!examined.ok) return faults(wanted, wordsOf(examined.refusal));
  const step = { kind: 'resource', id: wanted.identifier, secret: null } as const;
  const terms = { details: examined.value, appliedAt: world.now() };
  if (!known) {
    const identifier = examineNewIdentifier(wanted.identifier, world.settings);
    if (!identifier.ok) return faults(wanted, wordsOf([identifier.refusal]));
    const { made, batch } = draftResource(world, { identifier: identifier.value, ...terms }, OPERATOR_ACTS);
    return { ...step, does: 'create', fields: [], secret: made.secret, clientId: made.resource.publicId, batch };
  }
  const fields = termsChanged(known, examined.value);
  if (fields.length === 0 && known.appliedAt !== null) return null;
  const batch = draftResourceChange(world, known, terms, OPERATOR_ACTS);
  return { ...step, does: fields.length === 0 ? 'adopt' : 'change', fields, batch };
}

export function planResourceRemoval(world: World, resource: ManagedResource): Step {
  const batch = draftResourceDeletion(world, resource, OPERATOR_ACTS);
  return { does: 'delete', kind: 'resource', id: resource.identifier, fields: [], secret: null, batch };
}

/** What is not said stays as it is. */
function detailsOf(wanted: DescribedResource, known: ManagedResource | undefined): ResourceDetails {
  return {
    name: wanted.name ?? known?.name ?? '',
    scopes: wanted.scopes ?? known?.scope ?? [],
    seconds: wanted.seconds === undefined ? (known?.seconds ?? null) : wanted.seconds,
    isPlain: wanted.plain ?? known?.isPlain ?? false,
  };
}

function faults({ identifier }: DescribedResource, words: readonly string[]): { readonly faults: readonly string[] } {
  return { faults: words.map((said) => `resource ${identifier}: ${said}`) };
}

function wordsOf(found: readonly ResourceFieldFault[]): readonly string[] {
  return found.map(({ field, why }) => `${field}: ${faultWords(en, why)}`);
}
