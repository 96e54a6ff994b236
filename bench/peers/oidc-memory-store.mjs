/** Storage for oidc-provider in memory, without the limit of a thousand records that its own has. */

const GRANTABLE = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

export function memoryStore() {
  const records = new Map();
  const sessions = new Map();
  const grants = new Map();

  return (model) => {
    const key = (id) => `${model}:${id}`;
    return {
      async upsert(id, payload) {
        records.set(key(id), payload);
        if (model === 'Session') sessions.set(payload.uid, id);
        if (!GRANTABLE.has(model) || !payload.grantId) return;
        const keys = grants.get(payload.grantId) ?? new Set();
        grants.set(payload.grantId, keys.add(key(id)));
      },
      find: async (id) => records.get(key(id)),
      findByUid: async (uid) => records.get(key(sessions.get(uid))),
      findByUserCode: async () => undefined,
      async consume(id) {
        const record = records.get(key(id));
        if (record) record.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        records.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const each of grants.get(grantId) ?? []) records.delete(each);
        grants.delete(grantId);
      },
    };
  };
}
