/** What the form of an application is filled in with: nothing yet, or everything for a trial. */
import type { ClientKind } from '../../protocol/clients/kind.ts';

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
