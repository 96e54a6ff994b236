/** What rate limits are called in figures: by the word that the names of their counters begin with. */

const LABELS: ReadonlyMap<string, string> = new Map([
  ['failure', 'failures_of_network'],
  ['client', 'failures_of_client'],
  ['token', 'token_requests'],
  ['api', 'api_requests'],
  ['codes', 'codes'],
  ['decisions', 'decisions'],
  ['sign-in-name', 'sign_ins_of_name'],
  ['sign-in-network', 'sign_ins_of_network'],
  ['confirmation', 'confirmations'],
  ['sign-up', 'sign_ups'],
  ['sign-up-names', 'sign_up_names'],
  ['sent-twice', 'forms_sent_twice'],
  ['email', 'email_changes'],
  ['password', 'password_changes'],
  ['profile', 'profile_changes'],
  ['own-data', 'own_data'],
  ['export', 'exports'],
  ['leaked', 'leak_reports'],
  ['listeners', 'feed_listeners'],
  ['portal/secrets', 'secrets'],
  ['portal/logos', 'logos'],
  ['portal/pictures', 'pictures'],
  ['portal/transfers', 'transfers'],
  ['portal/changes', 'changes'],
  ['portal/steps', 'playground_steps'],
  ['portal/sends', 'webhook_sends'],
  ['portal/registrations', 'registrations'],
]);

const OTHER = 'other';

export const LIMIT_LABELS: readonly string[] = [...LABELS.values()];

/** Whatever follows the first word names whom the counter is for, and is never told. */
export function limitLabel(counter: string): string {
  const word = /^(?:portal\/)?[a-z-]+/.exec(counter)?.[0] ?? '';
  return LABELS.get(word) ?? OTHER;
}
