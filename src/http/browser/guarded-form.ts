/** Reads a form that only one of our own pages can have made for this browser. */

import type { FormPurpose } from '../../keys/seal.ts';
import type { Form } from '../../protocol/form.ts';
import { type Result, refuse } from '../../protocol/result.ts';
import { readPageForm } from '../reading/form-body.ts';
import type { Reply } from '../request.ts';
import { isOwnOrigin } from './origin.ts';
import { problemReply } from './page.ts';
import type { Visitor } from './visitor.ts';

/** The fields of a form, once it is certain that one of our own pages made it for this browser. */
export function readGuardedForm(visitor: Visitor, purpose: FormPurpose, backPath?: string): Result<Form, Reply> {
  const { request, world } = visitor;
  const form = readPageForm(request);
  const isOurs =
    form.ok && isOwnOrigin(request, world.settings.url) && visitor.isFormToken(purpose, form.value.get('form_token'));
  if (form.ok && isOurs) return form;
  if (form.ok) return refuse(problemReply(visitor, { status: 403, about: 'form', backPath: backPath ?? request.path }));
  return refuse(problemReply(visitor, { status: 400, about: 'request', reason: 'form_unreadable' }));
}
