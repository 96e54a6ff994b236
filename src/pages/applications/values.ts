/** What the form of an application is filled in with: nothing yet, or everything for a trial; and how its fields are called. */
import { CLIENT_KINDS, type ClientKind } from '../../protocol/clients/kind.ts';
import type { ShownField } from '../parts/form.ts';
import type { Text } from '../text/en.ts';

export interface ApplicationValues {
  readonly name: string;
  readonly description: string;
  readonly homepageUrl: string;
  readonly policyUrl?: string | undefined;
  readonly termsUrl?: string | undefined;
  readonly kind: ClientKind;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly sendsIssuer: boolean;
}

/** Where a trial sends its users: to the developer's own machine. */
export const TRIAL_REDIRECT_URI = 'http://localhost:8080/callback';

/** What is registered by one click, without anything typed. */
export function trialApplication(name: string, defaultScopes: readonly string[]): ApplicationValues {
  return { ...blankApplication(defaultScopes), name, redirectUris: [TRIAL_REDIRECT_URI] };
}

/** What a new form starts with. */
export function blankApplication(defaultScopes: readonly string[]): ApplicationValues {
  return {
    name: '',
    description: '',
    homepageUrl: '',
    kind: 'web',
    redirectUris: [],
    scopes: defaultScopes,
    sendsIssuer: true,
  };
}

/** For the notice of what was changed elsewhere. */
export function shownFields({
  applicationForm: words,
  redirectUris,
  kinds,
  parts,
}: Text): Readonly<Record<string, ShownField>> {
  const kindTitle = ([kind]: readonly string[]) => CLIENT_KINDS.find((each) => each === kind);
  return {
    type: { id: 'type', label: words.type, says: (values) => kinds[kindTitle(values) ?? 'web'].title },
    name: { id: 'name', label: words.name },
    redirect_uri: { id: 'redirect_uri', label: redirectUris.title },
    description: { id: 'description', label: words.description },
    homepage_url: { id: 'homepage_url', label: words.homepage },
    policy_url: { id: 'policy_url', label: words.policy },
    terms_url: { id: 'terms_url', label: words.terms },
    scope: { id: 'scope', label: words.scopes },
    send_iss: { id: 'send_iss', label: words.issuer, says: (values) => parts.overtaken.isTicked(values.length > 0) },
  };
}
