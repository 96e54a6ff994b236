/** GET /oauth/applications/:id/credentials: the secrets of an application, and what can be done with them. */

import { MOST_SECRETS, secretsOf } from '../../clients/secrets.ts';
import { countUsers } from '../../clients/user-count.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { credentialsPage } from '../../pages/applications/credentials.ts';
import { type ManagedClient, subjectOf } from './managed.ts';

export const showCredentials: Handler<ManagedClient> = async (_request, world, { visitor, client }) => {
  const [secrets, userCount] = await Promise.all([secretsOf(client, world), countUsers(client.id, world)]);
  const { isConfidential } = client;
  const view = {
    application: { ...subjectOf(client, userCount), isConfidential },
    secrets: secrets.map(({ id, suffix, createdAt, usedAt, expiresAt, addedBy }) => ({
      id: String(id),
      suffix,
      createdAt,
      addedBy,
      lastUsedAt: usedAt,
      endsAt: expiresAt,
    })),
    mayAddSecret: isConfidential && secrets.length < MOST_SECRETS,
  };
  return pageReply(visitor, (context) => credentialsPage(context, view));
};
