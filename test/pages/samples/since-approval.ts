/** A change of everything that an administrator is shown of one. */
import { CHANGED_FIELDS } from '../../../src/protocol/clients/approval.ts';
import type { Say } from './typed.ts';

export function sinceApproval(say: Say) {
  return {
    former: {
      ...{
        name: say('Quill'),
        description: say('Draws.'),
        homepage_url: say('https://old.example/'),
        type: 'spa' as const,
      },
      ...{ policy_url: '', terms_url: say('https://old.example/terms') },
    },
    fields: CHANGED_FIELDS,
    redirectUris: { added: [say('https://new.example/cb')], removed: [say('https://old.example/cb')] },
    scopes: { added: [say('email')], removed: [say('profile')] },
  };
}
