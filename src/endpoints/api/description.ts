/** GET /openapi.json: the description of the management API, made once for each start of the service. */
import { VERSION } from '../../config/version.ts';
import { documentOf, documentReply } from '../../http/replying/replies.ts';
import type { Handler } from '../../http/route.ts';
import { perRecord } from '../../per-record.ts';
import { describeApi } from '../../protocol/api/openapi.ts';
import type { World } from '../../world.ts';
import { OPERATIONS } from './operations.ts';

const descriptionFor = perRecord((settings: World['settings']) =>
  documentOf(describeApi(OPERATIONS, { name: settings.name, url: settings.url, version: VERSION })),
);

/** Any origin may read it. */
export const showDescription: Handler = (request, { settings }) => documentReply(request, descriptionFor(settings));
