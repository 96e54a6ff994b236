/** Reads a request of the management API with the shapes of its operation. */
import { findDoubledMember } from '../../config/doubled-member.ts';
import type { Request } from '../../http/route.ts';
import type { DescribedOperation } from '../../protocol/api/operation.ts';
import { KEY_PATTERN } from '../../protocol/api/operation.ts';
import type { RequestFault } from '../../protocol/api/problem.ts';
import type { Shape } from '../../protocol/api/shape.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { type ApiProblem, invalid, problem, unreadableHeader } from './replies.ts';

type Values = Readonly<Record<string, unknown>>;

/** A segment that no shape takes names nothing that exists. */
export function readParameters({ parameters }: DescribedOperation, request: Request): Result<Values, ApiProblem> {
  const found: [string, unknown][] = [];
  for (const [name, shape] of Object.entries(parameters)) {
    const read = shape.read(typed(shape, request.parameters[name] ?? ''), name);
    if (!read.ok) return problem('not-found');
    found.push([name, read.value]);
  }
  return accept(Object.fromEntries(found));
}

export function readQuery({ query }: DescribedOperation, request: Request): Result<Values, ApiProblem> {
  const result = request.query.read();
  if (!result.ok) {
    const { refusal } = result;
    const detail = refusal.reason === 'request_malformed' ? refusal.detail : 'The query could not be read.';
    return problem('malformed-request', detail);
  }
  const form = result.value;
  const faults: RequestFault[] = [];
  const found: [string, unknown][] = [];
  for (const name of new Set(form.entries.map(([each]) => each))) {
    const shape = Object.hasOwn(query, name) ? query[name] : undefined;
    const read = readParameter(shape, form.all(name));
    if (read.ok) found.push([name, read.value]);
    else faults.push({ parameter: name.slice(0, LONGEST_NAME), detail: read.refusal });
  }
  return faults.length > 0 ? invalid(faults) : accept(Object.fromEntries(found));
}

const DOUBLED = 'Was given more than once.';

/** Names come from strangers. */
const LONGEST_NAME = 64;

/** Or the first thing that is wrong with it. */
function readParameter(shape: Shape<unknown> | undefined, values: readonly string[]): Result<unknown, string> {
  if (shape === undefined) return refuse('There is no such query parameter here.');
  const isList = shape.schema.type === 'array';
  if (values.length > 1 && !isList) return refuse(DOUBLED);
  const read = shape.read(isList ? values : typed(shape, values[0] ?? ''), '');
  return read.ok ? read : refuse(read.refusal[0]?.detail ?? '');
}

/** Addresses carry texts; what is no number stays one, and the shape says what is wrong. */
function typed({ schema: { type } }: Shape<unknown>, value: string): unknown {
  if (type === 'integer') return /^(?:0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return value;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined for an operation without a body; one that came all the same is not looked at. */
export function readJsonBody({ body }: DescribedOperation, request: Request): Result<unknown, ApiProblem> {
  if (body === null) return accept(undefined);
  if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i.test(request.headers['content-type'] ?? '')) {
    return problem('unsupported-media-type');
  }
  let text: string;
  let value: unknown;
  try {
    text = UTF8.decode(request.body);
    value = JSON.parse(text);
  } catch {
    return problem('malformed-request', 'The body is not JSON in UTF-8.');
  }
  const read = body.read(value, '');
  if (!read.ok) return invalid(read.refusal);
  const doubled = findDoubledMember(text);
  return doubled === undefined ? accept(read.value) : invalid([{ pointer: doubled, detail: DOUBLED }]);
}

/** Undefined where none was sent. */
export function readKey(
  { isRepeatable }: DescribedOperation,
  request: Request,
): Result<string | undefined, ApiProblem> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !isRepeatable) return accept(undefined);
  const isSound = typeof key === 'string' && new RegExp(KEY_PATTERN).test(key);
  return isSound ? accept(key) : unreadableHeader('Idempotency-Key', 'It has 1 to 255 visible ASCII characters.');
}

/** What an Idempotency-Key stands for: everything that was asked but what must not be kept, not even as a digest. */
export function askedOf({ body }: DescribedOperation, request: Request, read: unknown): string {
  const properties: unknown = body?.schema.properties;
  const isSecret = (name: string): boolean => {
    const member: unknown = isObject(properties) ? properties[name] : undefined;
    return isObject(member) && member.writeOnly === true;
  };
  const kept = isObject(read) ? Object.entries(read).filter(([name]) => !isSecret(name)) : [];
  return JSON.stringify([request.method, request.path, kept.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
