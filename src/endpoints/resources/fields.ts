/** The form of an API, from fields to details and from faults back to the page. */
import { type Fields, type Merge, mergeOf } from '../../http/browser/merged-form.ts';
import type { ResourceForm } from '../../pages/resources/form.ts';
import type { Form } from '../../protocol/form.ts';
import type { ResourceDetails, ResourceFieldFault } from '../../resources/details.ts';
import type { World } from '../../world.ts';

/** Only these fields are read: whatever else a form carries can change nothing. */
export function readResource(form: Form): ResourceDetails {
  const seconds = (form.get('seconds') ?? '').trim();
  return {
    name: form.get('name') ?? '',
    scopes: form.all('scope'),
    // What is no number is refused by the rule that knows which numbers are right.
    seconds: seconds === '' ? null : Number(/^\d{1,9}$/.test(seconds) ? seconds : Number.NaN),
    isPlain: form.get('plain') === 'yes',
  };
}

/** What the fields of the page say. Scopes that the operator has since taken out of the catalogue are not among them. */
export function fieldsOf({ settings }: World, { name, scopes, seconds, isPlain }: ResourceDetails): Fields {
  return {
    name: [name],
    scope: Object.keys(settings.scopes).filter((each) => scopes.includes(each)),
    seconds: seconds === null ? [] : [String(seconds)],
    plain: isPlain ? ['yes'] : [],
  };
}

/** The form that was sent, over what is kept now. */
export function mergeResource(world: World, form: Form): Merge<ResourceDetails> {
  return mergeOf<ResourceDetails>(form, (details) => fieldsOf(world, details));
}

export function resourceFormOf(
  world: World,
  values: ResourceForm['values'],
  faults: readonly ResourceFieldFault[],
): ResourceForm {
  const told = (field: ResourceFieldFault['field']) => faults.find((fault) => fault.field === field)?.why;
  return {
    values,
    faults: { identifier: told('identifier'), name: told('name'), scopes: told('scopes'), seconds: told('seconds') },
    scopes: Object.entries(world.settings.scopes).map(([name, { description }]) => ({ name, description })),
  };
}

/** What was typed, as it was typed. */
export function typedResource(form: Form, identifier: string): ResourceForm['values'] {
  const { name, scopes, isPlain } = readResource(form);
  return { identifier, name, scopes, seconds: form.get('seconds') ?? '', isPlain };
}
