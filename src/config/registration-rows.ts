/** The rows of the table of settings that say who may make accounts and applications, and under which names. */
import { names, oneOf } from './values.ts';

export const REGISTRATION_ROWS = {
  signUp: {
    fallback: 'open',
    parse: oneOf('open', 'closed'),
    says: 'Whether visitors may create accounts themselves.',
  },
  applicationRegistration: {
    fallback: 'everyone',
    parse: oneOf('everyone', 'developers', 'administrators'),
    says: 'Who may register applications, or be given one: everyone; developers, who are people that an administrator marks as such; or administrators alone, who always may.',
  },
  applicationApproval: {
    fallback: 'none',
    parse: oneOf('none', 'new', 'changes'),
    says: 'Which applications wait until an administrator approves them: none; new ones; or new ones and those that get another name, homepage, logo, type or owner, more redirect URIs or more scopes. Until then nobody but the owner can give them access.',
  },
  reservedNames: {
    fallback: '',
    parse: names,
    says: 'Names that no account or application may take, beside admin, support, the name of the service and the like, such as: Example Bank, billing.',
  },
} as const;
