/** Reads forms that only a page of ours can have made for this browser: by their token and their origin. */
import type { FormPurpose } from '../../keys/seal.ts';
import { digest } from '../../protocol/digest.ts';
import type { Form } from '../../protocol/form.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { readPageFile, readPageForm } from '../reading/form-body.ts';
import type { Reply } from '../route.ts';
import { isOwnOrigin } from './origin.ts';
import { problemReply } from './page.ts';
import { type EndedSession, keepsCookies, type Visitor, withReturn } from './visitor.ts';

/** Leads back to a form that was refused; from what was sent it may take only what becomes an address of our own. */
type WayBack = (sent: Form) => string;

/** The fields of a form, once it is certain that one of our own pages made it for this browser. */
export function readGuardedForm(visitor: Visitor, purpose: FormPurpose, back: string | WayBack): Result<Form, Reply> {
  const { request, world } = visitor;
  const form = readPageForm(request);
  const isOwn = isOwnOrigin(request, world.settings.url);
  if (form.ok && isOwn && visitor.isFormToken(purpose, form.value.get('form_token'))) return form;
  if (!form.ok) return refuse(problemReply(visitor, { status: 400, about: 'request', reason: 'form_unreadable' }));
  const backPath = typeof back === 'string' ? backTo(visitor, back, form.value) : back(form.value);
  // A form of another site comes without cookies too, by SameSite: there it is not the browser's settings.
  const about = isOwn && !keepsCookies(visitor) ? 'cookies' : 'form';
  return refuse(problemReply(visitor, { status: 403, about, backPath }));
}

/** A form that a page of ours made for this browser while it had the session that it still names; undefined for any other. */
export function readEndedForm(visitor: Visitor, ended: EndedSession): Form | undefined {
  const form = readPageForm(visitor.request);
  if (!form.ok || !isOwnOrigin(visitor.request, visitor.world.settings.url)) return undefined;
  return ended.isFormToken(form.value.get('form_token')) ? form.value : undefined;
}

/** A form on the way to somewhere else, such as sign-in, is opened again on the same way. */
function backTo(visitor: Visitor, path: string, sent: Form): string {
  return withReturn(visitor, path, sent.get('return_to') ?? '/');
}

/** Judged by headers alone, before anything of the body is looked at. */
export function refuseForeign(visitor: Visitor, backPath: string): Reply | undefined {
  return isOwnOrigin(visitor.request, visitor.world.settings.url) ? undefined : foreignReply(visitor, backPath);
}

function foreignReply(visitor: Visitor, backPath: string): Reply {
  return problemReply(visitor, { status: 403, about: 'form', backPath });
}

/** The bytes of the file, once it is certain that one of our own pages sent it. Empty when none was chosen. */
export function readGuardedFile(visitor: Visitor, fileField: string, backPath: string): Result<Buffer, Reply> {
  const foreign = refuseForeign(visitor, backPath);
  if (foreign) return refuse(foreign);
  const form = readPageFile(visitor.request, fileField);
  // What cannot be read has no token either, and so was not sent by a page of ours.
  const token = form.ok ? form.value.fields.get('form_token') : undefined;
  if (!visitor.isFormToken('page', token)) return refuse(foreignReply(visitor, backPath));
  const [file = Buffer.alloc(0), another] = form.ok ? form.value.files : [];
  if (form.ok && another === undefined) return accept(file);
  return refuse(problemReply(visitor, { status: 400, about: 'request', reason: 'form_unreadable' }));
}

/** The very form that a page of ours made and that is sent here: each page that is shown has another token. */
export function nameOfSent({ request }: Visitor, form: Form): string {
  return digest(JSON.stringify([request.path, form.get('form_token') ?? '']));
}
