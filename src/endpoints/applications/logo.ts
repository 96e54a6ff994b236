/** POST …/logo and …/logo/remove, GET /logos/:file: a logo comes in as a file and goes out drawn anew. */
import { spendAct } from '../../clients/act-limits.ts';
import { MOST_LOGO_BYTES, readLogo, removeLogo, setLogo } from '../../clients/logo.ts';
import { readGuardedFile } from '../../http/browser/file-form.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { NO_PICTURE } from '../account/avatar.ts';
import { requireManaged } from './managed-client.ts';
import { settingsReply } from './settings.ts';

/** The file, and room for the boundaries and the form token around it. */
export const LOGO_BODY_BYTES = MOST_LOGO_BYTES + 4096;

export const submitLogo: Handler = async (request, world) => {
  const managed = await requireManaged(request, world);
  if (!managed.ok) return managed.refusal;
  const { visitor, client, actor, path } = managed.value;
  const file = readGuardedFile(visitor, 'logo', `${path}/settings`);
  if (!file.ok) return file.refusal;
  const allowance = await spendAct(world, 'logos', visitor.account.id);
  if (!allowance.allowed) {
    return problemReply(visitor, { status: 429, retryAfterSeconds: allowance.retryAfterSeconds });
  }
  const answer = await setLogo(world, { publicId: client.publicId, upload: file.value }, actor);
  if (answer.ok) return leaveFor(visitor, `${path}/settings?done=logo_saved`);
  if (answer.refusal.reason === 'unknown') return problemReply(visitor, { status: 404 });
  return await settingsReply(world, managed.value, { typed: '', faults: { logo: answer.refusal.why } });
};

export const submitLogoRemoval: Handler = async (request, world) => {
  const managed = await requireManaged(request, world);
  if (!managed.ok) return managed.refusal;
  const { visitor, client, actor, path } = managed.value;
  const form = readGuardedForm(visitor, 'page', `${path}/settings`);
  if (!form.ok) return form.refusal;
  const isDone = await removeLogo(world, client.publicId, actor);
  return isDone ? leaveFor(visitor, `${path}/settings?done=logo_removed`) : problemReply(visitor, { status: 404 });
};

const FILE = /^([A-Za-z0-9_-]{43})\.png$/;

/** Kept for ever by whoever fetched it: another picture has another name. */
export const showLogo: Handler = async (request, world) => {
  const digest = FILE.exec(request.parameters.file ?? '')?.[1];
  const logo = digest === undefined ? undefined : await readLogo(world, digest);
  if (!logo) return NO_PICTURE;
  return { status: 200, headers: { 'Content-Type': logo.contentType }, body: logo.bytes };
};
