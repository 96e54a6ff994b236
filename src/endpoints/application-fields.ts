/** The form of an application, from fields to details and from faults back to the page. */
import type { Details, Fault } from '../clients/details.ts';
import type { Client } from '../clients/find.ts';
import type { ApplicationForm } from '../pages/application-form.ts';
import type { Form } from '../protocol/form.ts';
import type { World } from '../world.ts';

/** Only these fields are read: whatever else a form carries can change nothing. */
export function readDetails(form: Form): Details {
  return {
    name: form.get('name') ?? '',
    description: form.get('description') ?? '',
    homepageUrl: form.get('homepage_url') ?? '',
    logoUrl: form.get('logo_url') ?? '',
    // Rows may be left empty, and a pasted address often brings a space or a line break along.
    redirectUris: form.all('redirect_uri').flatMap((typed) => (typed.trim() === '' ? [] : [typed.trim()])),
    scopes: form.all('scope'),
    // RFC 6749 §2.1: who says nothing gets the stricter type.
    isConfidential: form.get('confidential') !== 'no',
    sendsIssuer: form.get('send_iss') === 'yes',
  };
}

export function detailsOf(client: Client): Details {
  const { name, description, homepageUrl, logoUrl, redirectUris, isConfidential } = client;
  return {
    name,
    description,
    homepageUrl,
    logoUrl,
    redirectUris,
    scopes: client.scope,
    isConfidential,
    sendsIssuer: client.sendsIss,
  };
}

export function formOf(world: World, values: Details, faults: readonly Fault[]): ApplicationForm {
  const told = (...fields: readonly Fault['field'][]) =>
    faults.find((fault) => fields.includes(fault.field) && fault.row === null)?.sentence;
  return {
    values,
    faults: {
      // The form has no place for a fault that is about none of its fields; the first one is where people look.
      name: told('name', 'quota'),
      description: told('description'),
      homepage_url: told('homepage_url'),
      logo_url: told('logo_url'),
      redirect_uri: told('redirect_uri'),
      scope: told('scope'),
    },
    redirectUriFaults: values.redirectUris.map(
      (_, row) => faults.find((fault) => fault.field === 'redirect_uri' && fault.row === row)?.sentence ?? null,
    ),
    scopes: Object.entries(world.settings.scopes).map(([name, scope]) => ({
      name,
      description: scope.description,
      isDefault: scope.default,
    })),
  };
}
