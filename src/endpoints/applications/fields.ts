/** The form of an application, from fields to details and from faults back to the page. */
import { detailsOf, isDangerousChange } from '../../clients/change.ts';
import { type Details, examineDetails, type Fault } from '../../clients/details.ts';
import type { Client } from '../../clients/find.ts';
import { type Fields, type Merge, mergeOf } from '../../http/browser/merged-form.ts';
import type { ApplicationForm } from '../../pages/applications/form.ts';
import type { ApplicationValues } from '../../pages/applications/values.ts';
import { SHOWN_FIELD } from '../../pages/parts/form.ts';
import { keepsSecret, readKind } from '../../protocol/clients/kind.ts';
import type { Form } from '../../protocol/form.ts';
import { withUnlisted } from '../../protocol/scope.ts';
import type { World } from '../../world.ts';
import type { Posted } from '../needs.ts';
import type { ManagedClient } from './managed.ts';

/** Only these fields are read: whatever else a form carries can change nothing. */
export function readDetails(form: Form, before?: Client): Details {
  const type = form.get('type');
  // RFC 6749 §2.1: who says nothing gets the stricter type.
  const confidential = form.get('confidential') ?? (type === undefined ? 'yes' : undefined);
  const kind = readKind(type ?? before?.kind, confidential);
  return {
    name: form.get('name') ?? '',
    description: form.get('description') ?? '',
    homepageUrl: form.get('homepage_url') ?? '',
    // Our own pages upload a logo instead; what a script has set stays as it is.
    logoUrl: form.get('logo_url') ?? before?.logoUrl ?? '',
    // A new application is asked for neither, so that its form stays short.
    policyUrl: typedOr(form, 'policy_url', before?.policyUrl),
    termsUrl: typedOr(form, 'terms_url', before?.termsUrl),
    // Rows may be left empty, and a pasted address often brings a space or a line break along.
    redirectUris: form.all('redirect_uri').flatMap((typed) => (typed.trim() === '' ? [] : [typed.trim()])),
    scopes: form.all('scope'),
    isConfidential: keepsSecret(kind),
    kind,
    sendsIssuer: form.get('send_iss') === 'yes',
  };
}

/** A field that was emptied shall be empty; one that the form does not have stays as it was. */
function typedOr(form: Form, name: string, before: string | undefined): string {
  return form.has(name) ? (form.get(name) ?? '') : (before ?? '');
}

/** What the fields of the page say. Scopes that the operator has since taken out of the catalogue are not among them. */
export function fieldsOf({ settings: { scopes } }: World, details: Details): Fields {
  return {
    type: details.kind === undefined ? [] : [details.kind],
    name: [details.name],
    redirect_uri: details.redirectUris,
    description: [details.description],
    homepage_url: [details.homepageUrl],
    policy_url: [details.policyUrl ?? ''],
    terms_url: [details.termsUrl ?? ''],
    scope: Object.keys(scopes).filter((name) => details.scopes.includes(name)),
    send_iss: details.sendsIssuer ? ['yes'] : [],
  };
}

/** The form that was sent, over what is registered now. */
export function mergeDetails(
  world: World,
  form: Form,
): Merge<Details> & { readonly detailsFor: (client: Client) => Details } {
  const merge = mergeOf<Details>(form, (details) => fieldsOf(world, details));
  const detailsFor = (client: Client) => {
    const details = readDetails(merge.over(detailsOf(client)), client);
    return { ...details, scopes: withUnlisted(details.scopes, client.scope, world.settings.scopes) };
  };
  return { ...merge, detailsFor };
}

/** The same of the scopes that a user cannot leave out. */
export function mergeRequired(form: Form): Merge<readonly string[]> {
  return mergeOf<readonly string[]>(form, requiredFields);
}

export function requiredFields(required: readonly string[]): Fields {
  return { required };
}

/** What the page shows of the details; a kind that was not said is the usual one. */
type Shown = Omit<ApplicationValues, 'kind'> & Pick<Details, 'kind'>;

export function formOf(world: World, values: Shown, faults: readonly Fault[]): ApplicationForm {
  const told = (...fields: readonly Fault['field'][]) =>
    faults.find((fault) => fields.includes(fault.field) && fault.row === null)?.why;
  return {
    values: { ...values, kind: values.kind ?? 'web' },
    faults: {
      general: told('quota', 'logo_url'),
      name: told('name'),
      description: told('description'),
      homepage_url: told('homepage_url'),
      policy_url: told('policy_url'),
      terms_url: told('terms_url'),
      redirect_uri: told('redirect_uri'),
      scope: told('scope'),
    },
    redirectUriFaults: values.redirectUris.map(
      (_, row) => faults.find((fault) => fault.field === 'redirect_uri' && fault.row === row)?.why ?? null,
    ),
    scopes: Object.entries(world.settings.scopes).map(([name, scope]) => ({
      name,
      description: scope.description,
      isDefault: scope.default,
    })),
  };
}

/** Whether the form of an application asks for a recent password. Only looking at what would match changes nothing. */
export function isDangerousEdit({ visitor, client, form }: Posted<ManagedClient>): boolean {
  return (
    !isCheck(form) &&
    !isWayBack(form) &&
    isDangerousChange(client, mergeDetails(visitor.world, form).detailsFor(client))
  );
}

/** The same of the form that says which scopes a user cannot leave out. */
export function isDangerousRequirement({ client, form }: Posted<ManagedClient>): boolean {
  return isDangerousChange(client, { requiredScopes: mergeRequired(form).over(client.requiredScope).all('required') });
}

/** The form as it is sent once more: its own fields, never the password that may have come with it. */
export function carriedFields({ entries }: Form): Form['entries'] {
  return entries.filter(([name]) => CARRIED.has(name));
}

const CARRIED: ReadonlySet<string> = new Set([
  ...[SHOWN_FIELD, 'type', 'confidential', 'name', 'description', 'homepage_url', 'logo_url', 'policy_url'],
  ...['terms_url', 'redirect_uri', 'scope', 'send_iss'],
]);

/** Which button of a form was pressed, where it has several. */
const STEP = 'step';

/** The button that only asks what the redirect URIs would match. */
export function isCheck(form: Form): boolean {
  return form.get(STEP) === 'check';
}

/** The two buttons of the page that says what a change would delete. */
export function isWayBack(form: Form): boolean {
  return form.get(STEP) === 'back';
}

export function mayLose(form: Form): boolean {
  return form.get(STEP) === 'lose';
}

/** Nothing is saved, and only the rows are judged: the rest may not be filled in yet. */
export function checkedFormOf(world: World, details: Details, current: Client | null): ApplicationForm {
  const examined = examineDetails(details, world.settings, { current });
  const faults = examined.ok ? [] : examined.refusal;
  return formOf(
    world,
    details,
    faults.filter((fault) => fault.field === 'redirect_uri' && fault.row !== null),
  );
}

/** Whether what this account sends has to be approved, for the page to say so before; `client` is null for a new one. */
export function approvalFor(
  { settings: { applicationApproval } }: World,
  { isAdmin }: { readonly isAdmin: boolean },
  client: Client | null,
): 'new' | 'change' | null {
  if (applicationApproval === 'none' || isAdmin) return null;
  if (client === null) return 'new';
  return applicationApproval === 'changes' && client.waitingSince === null ? 'change' : null;
}

/** What a new application is registered for unless its form says otherwise. */
export function defaultScopesOf({ settings: { scopes } }: World): readonly string[] {
  return Object.keys(scopes).filter((name) => scopes[name]?.default);
}
