/** The operation of the management API that reads the catalogue of scopes, which is a setting of the service. */
import { flag, list, named, nullable, object, oneOf, text } from '../../../protocol/api/shape.ts';
import { accept } from '../../../protocol/result.ts';
import { type Operation, operation } from '../operation.ts';

const SCOPE = named(
  'Scope',
  object({
    name: text({ says: 'As requests name it.', most: 64 }),
    description: text({ says: 'What people read.', most: 200 }),
    default: flag('Whether a request that names no scope gets it.'),
    group: nullable(text({ says: 'The heading that it stands under.', most: 60 })),
    access: nullable(oneOf('Whether it looks or changes.', ['read', 'write'])),
  }),
);

const listScopes = operation({
  id: 'listScopes',
  method: 'GET',
  path: '/scopes',
  tag: 'scopes',
  says: 'Lists the catalogue of scopes.',
  needs: 'own',
  answer: {
    status: 200,
    says: 'All scopes.',
    shape: object({ items: list('As people are shown them.', SCOPE, { most: 100 }) }),
  },
  async run({ world }) {
    const items = Object.entries(world.settings.scopes).map(([name, scope]) => ({
      name,
      description: scope.description,
      default: scope.default,
      group: scope.group ?? null,
      access: scope.access ?? null,
    }));
    return accept({ body: { items } });
  },
});

export const SCOPE_OPERATIONS: readonly Operation[] = [listScopes];
