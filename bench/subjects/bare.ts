/** The bare servers that every figure is a share of. */
import { join } from 'node:path';
import { median } from '../figures.ts';
import type { Stage } from '../load/job.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import type { Subject } from './subject.ts';

export const bare: Subject = bareServers('bare node:http', 1, ['get', 'post']);

/** What two processes reach where load and servers share the processors: more, nobody can ask of two of ours. */
export const bareTwice: Subject = bareServers('bare node:http ×2', 2, ['get']);

function bareServers(name: string, count: number, offers: Subject['offers']): Subject {
  return {
    name,
    offers,
    async start({ folder, starts }) {
      const words = [join(import.meta.dirname, 'bare-server.ts')];
      const launch = { program: process.execPath, words, env: {}, folder, firstPath: '/', starts };
      const servers: ServerProcess[] = [];
      for (let started = 0; started < count; started += 1) servers.push(await startServer(launch));
      return {
        stage: { ...stageAt(0), ports: servers.map(({ port }) => port) },
        pids: servers.map(({ pid }) => pid),
        startMilliseconds: median(servers.map(({ startMilliseconds }) => startMilliseconds)),
        stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
      };
    },
  };
}

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
