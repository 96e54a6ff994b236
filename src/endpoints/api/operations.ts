/** Every operation of the management API: a new one is written down once, and its file stands here. */
import { APPLICATION_ACTS } from './applications/acts.ts';
import { APPLICATION_OPERATIONS } from './applications/applications.ts';
import { JUDGEMENT_OPERATIONS } from './applications/judgements.ts';
import type { Operation } from './operation.ts';
import { ACCESS_OPERATIONS } from './people/access.ts';
import { DEVELOPER_OPERATIONS } from './people/developers.ts';
import { PEOPLE_OPERATIONS } from './people/people.ts';
import { RIGHT_OPERATIONS } from './people/rights.ts';
import { EVENT_OPERATIONS } from './service/events.ts';
import { RESOURCE_OPERATIONS } from './service/resources.ts';
import { SCOPE_OPERATIONS } from './service/scopes.ts';
import { TOKEN_OPERATIONS } from './service/tokens.ts';
import { WEBHOOK_ACTS } from './webhooks/acts.ts';
import { DELIVERY_OPERATIONS } from './webhooks/deliveries.ts';
import { WEBHOOK_OPERATIONS } from './webhooks/manage.ts';

export const OPERATIONS: readonly Operation[] = [
  ...APPLICATION_OPERATIONS,
  ...APPLICATION_ACTS,
  ...JUDGEMENT_OPERATIONS,
  ...SCOPE_OPERATIONS,
  ...RESOURCE_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...DEVELOPER_OPERATIONS,
  ...RIGHT_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...WEBHOOK_ACTS,
  ...DELIVERY_OPERATIONS,
];
