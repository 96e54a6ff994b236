/** The limit of the framework: Fastify with its form parser and nothing behind it. */
import formbody from '@fastify/formbody';
import fastify from 'fastify';
import { sayWhere } from './ground.mjs';

const app = fastify();
await app.register(formbody);

/** The same answer as that of the bare server. */
const ANSWER = { ok: true, access_token: 'x'.repeat(64), refresh_token: 'y'.repeat(64), expires_in: 86_400 };

app.get('/', () => ANSWER);
app.post('/', (request, reply) => {
  if (request.body.grant_type !== 'refresh_token') reply.code(400);
  return ANSWER;
});

await app.ready();
const { server } = app;
sayWhere(server);
