/** The addresses of the management API, made from the table of its operations, and that of its description. */
import { API_BASE } from '../protocol/api/operation.ts';
import { showDescription } from './api/description.ts';
import { handlerOf } from './api/handler.ts';
import { OPERATIONS } from './api/operations.ts';
import { get, type Row } from './needs.ts';

export const API_ROWS: readonly Row[] = [
  get('/openapi.json', { needs: 'nobody', kind: 'open-api', handler: showDescription }),
  ...OPERATIONS.map((operation): Row => {
    const handler = handlerOf(operation);
    return {
      method: operation.method,
      path: API_BASE + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      kind: 'open-api',
      needs: 'nobody',
      confirmed: false,
      mayReturn: false,
      isRead: operation.method === 'GET',
      guard: () => handler,
    };
  }),
];
