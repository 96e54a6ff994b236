/** Finds the endpoint of a path: byte for byte, with named segments where a route has them. */
import type { Kind, Method, Route } from './route.ts';

/** Everything that lives at one path. */
export interface Endpoint {
  /** The path as the table writes it, with its named segments. */
  readonly path: string;
  readonly kind: Kind;
  readonly get: Route | undefined;
  readonly post: Route | undefined;
  readonly patch: Route | undefined;
  readonly delete: Route | undefined;
  /** For the Allow header. */
  readonly allow: string;
}

export interface Found {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Router {
  /** Undefined when nothing lives there. */
  find(path: string): Found | undefined;
}

interface Pattern {
  readonly segments: readonly string[];
  readonly endpoint: Endpoint;
}

const NO_PARAMETERS: Readonly<Record<string, string>> = Object.freeze({});

export function createRouter(routes: readonly Route[]): Router {
  const plain = new Map<string, Found>();
  const patterns: Pattern[] = [];
  for (const [path, endpoint] of gather(routes)) {
    if (path.includes('/:')) patterns.push({ segments: path.split('/'), endpoint });
    else plain.set(path, { endpoint, parameters: NO_PARAMETERS });
  }
  // A written segment is preferred to a named one, and the earlier segment decides: ":" sorts after every character.
  patterns.sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
  return { find: (path) => plain.get(path) ?? findPattern(patterns, path) };
}

function gather(routes: readonly Route[]): Map<string, Endpoint> {
  const endpoints = new Map<string, Endpoint>();
  for (const route of routes) {
    const before = endpoints.get(route.path);
    const key = KEYS[route.method];
    if (!route.path.startsWith('/') || before?.[key]) throw new Error(`Bad route: ${route.method} ${route.path}`);
    const { get, post, patch, delete: remove } = before ?? NO_METHODS;
    const methods = { get, post, patch, delete: remove, [key]: route };
    endpoints.set(route.path, { path: route.path, kind: route.kind, ...methods, allow: allowed(route.kind, methods) });
  }
  return endpoints;
}

const KEYS = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

type Methods = Pick<Endpoint, (typeof KEYS)[Method]>;

const NO_METHODS: Methods = { get: undefined, post: undefined, patch: undefined, delete: undefined };

function allowed(kind: Kind, { get, post, patch, delete: remove }: Methods): string {
  const methods = [
    ...(get ? ['GET', 'HEAD'] : []),
    ...(post ? ['POST'] : []),
    ...(patch ? ['PATCH'] : []),
    ...(remove ? ['DELETE'] : []),
    ...(kind === 'open-api' ? ['OPTIONS'] : []),
  ];
  return methods.join(', ');
}

function rank(pattern: Pattern): string {
  return pattern.segments.map((segment) => (segment.startsWith(':') ? '\uffff' : segment)).join('/');
}

function findPattern(patterns: readonly Pattern[], path: string): Found | undefined {
  const segments = path.split('/');
  for (const { segments: expected, endpoint } of patterns) {
    if (expected.length !== segments.length) continue;
    const parameters = match(expected, segments);
    if (parameters) return { endpoint, parameters };
  }
  return undefined;
}

function match(expected: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const wanted = expected[index] ?? '';
    if (!wanted.startsWith(':')) {
      if (segment !== wanted) return undefined;
      continue;
    }
    const value = decodeSegment(segment);
    if (value === undefined) return undefined;
    parameters[wanted.slice(1)] = value;
  }
  return parameters;
}

/** Undefined for what no honest link contains: bad escapes, broken UTF-8, control characters, dot segments. */
function decodeSegment(segment: string): string | undefined {
  if (segment === '') return undefined;
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    return undefined;
  }
  if (text === '.' || text === '..') return undefined;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return undefined;
  }
  return text;
}
