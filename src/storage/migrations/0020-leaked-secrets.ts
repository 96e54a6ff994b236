/** Secrets are found by their digest, for strings that somebody found and that do not say whose they are. */

export const leakedSecrets = 'create index client_secrets_by_digest on client_secrets (digest)';
