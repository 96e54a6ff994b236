/** The addresses of the playground. Its pages carry the whole run along, so their forms may be longer than others. */
import type { Route } from '../../http/route.ts';
import { showPlaygroundCallback } from './callback.ts';
import { showPlayground, submitPlayground } from './playground.ts';

const PATH = '/oauth/applications/:id/test';
const RUN_LIMIT_BYTES = 262_144;

export const PLAYGROUND_ROUTES: readonly Route[] = [
  { method: 'GET', path: PATH, kind: 'page', handler: showPlayground },
  { method: 'POST', path: PATH, kind: 'page', bodyLimitBytes: RUN_LIMIT_BYTES, handler: submitPlayground },
  { method: 'GET', path: `${PATH}/callback`, kind: 'page', handler: showPlaygroundCallback },
];
