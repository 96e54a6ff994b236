/** POST …/logo and …/logo/remove, GET /logos/:file: a logo comes in as a file and goes out drawn anew. */
import { readLogo, removeLogo, setLogo } from '../../clients/logo.ts';
import { problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import type { Posted, Uploaded } from '../needs.ts';
import { pictureReply, uploadedName } from '../picture-reply.ts';
import type { ManagedClient } from './managed.ts';
import { settingsReply } from './settings-reply.ts';

export const submitLogo: Handler<Uploaded<ManagedClient>> = async (_request, world, managed) => {
  const { visitor, client, actor, path, file } = managed;
  const answer = await setLogo(world, { publicId: client.publicId, upload: file }, actor);
  if (answer.ok) return leaveFor(visitor, `${path}/settings?done=logo_saved`);
  if (answer.refusal.reason === 'unknown') return problemReply(visitor, { status: 404 });
  return await settingsReply(world, managed, { typed: '', faults: { logo: answer.refusal.why } });
};

export const submitLogoRemoval: Handler<Posted<ManagedClient>> = async (
  _request,
  world,
  { visitor, client, actor, path },
) => {
  const isDone = await removeLogo(world, client.publicId, actor);
  return isDone ? leaveFor(visitor, `${path}/settings?done=logo_removed`) : problemReply(visitor, { status: 404 });
};

export const showLogo: Handler = async (request, world) => {
  const name = uploadedName(request.parameters.file);
  return pictureReply(name === undefined ? undefined : await readLogo(world, name), request);
};
