/** The bare servers that every figure is a share of. */
import { join } from 'node:path';
import type { Stage } from '../load/job.ts';
import { startServer } from './server-process.ts';
import type { Subject } from './subject.ts';

export const bare: Subject = {
  name: 'bare node:http',
  offers: ['get', 'post'],
  async start({ folder, starts }) {
    const file = join(import.meta.dirname, 'bare-server.ts');
    const server = await startServer({
      program: process.execPath,
      words: [file],
      env: {},
      folder,
      firstPath: '/',
      starts,
    });
    return {
      stage: stageAt(server.port),
      pids: [server.pid],
      startMilliseconds: server.startMilliseconds,
      stop: server.stop,
    };
  },
};

export function stageAt(port: number): Stage {
  return {
    ports: [port],
    clientId: 'c'.repeat(43),
    clientSecret: 's'.repeat(64),
    redirectUri: 'https://app.example.com/cb',
    tokenPath: '/',
    introspectPath: '/',
    identityPath: '/',
    codeRequests: [],
    authorizePath: '/',
    identityMark: '"ok":true',
  };
}
