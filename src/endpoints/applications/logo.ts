/** POST …/logo and …/logo/remove, GET /logos/:file: a logo comes in as a file and goes out drawn anew. */
import { readLogo, removeLogo, setLogo } from '../../clients/logo.ts';
import { problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import type { Posted, Uploaded } from '../needs.ts';
import { NO_PICTURE } from '../no-picture.ts';
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

const FILE = /^([A-Za-z0-9_-]{43})\.png$/;

/** Browsers may keep it for ever: another picture has another name. */
export const showLogo: Handler = async (request, world) => {
  const digest = FILE.exec(request.parameters.file ?? '')?.[1];
  const logo = digest === undefined ? undefined : await readLogo(world, digest);
  if (!logo) return NO_PICTURE;
  return { status: 200, headers: { 'Content-Type': logo.contentType }, body: logo.bytes };
};
