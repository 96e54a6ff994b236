/** What people read of an application and may leave out of its access, as options of `create` and `update`. */
import type { Details } from '../../clients/details.ts';

export const DETAIL_OPTIONS = {
  description: { says: 'What it does, for the people it asks.', value: 'D' },
  'homepage-url': { says: 'Where people learn more.', value: 'U' },
  'policy-url': { says: 'Where people read how it treats their data.', value: 'U' },
  'terms-url': { says: 'Where people read on which terms it can be used.', value: 'U' },
  'required-scope': { says: 'What of its scopes a user cannot leave out, separated by spaces.', value: '"a b"' },
} as const;

export type Described = Readonly<Record<keyof typeof DETAIL_OPTIONS, string | undefined>>;

/** Only what was said. */
export function describedBy(options: Described): Partial<Details> {
  const required = options['required-scope']?.split(' ').filter(Boolean);
  const said = {
    description: options.description,
    homepageUrl: options['homepage-url'],
    policyUrl: options['policy-url'],
    termsUrl: options['terms-url'],
    requiredScopes: required,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}
