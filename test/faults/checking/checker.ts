/** Judges a history without looking at the service: a pure function from operations to what was wrong with them. */
import {
  certainlySuperseded,
  isCertainlyDisplaced,
  isCertainlyEnded,
  isPastLeeway,
  mayBeDisplaced,
  mayBeEnded,
  maySuperseded,
  type Rules,
} from './causes.ts';
import { type Family, growTree, type Pair, type Tree } from './family-tree.ts';
import type { Operation } from './history.ts';

export type ViolationKind =
  | 'double spend'
  | 'lost acknowledgement'
  | 'resurrection'
  | 'stale read'
  | 'undetected reuse'
  | 'cross-talk'
  | 'phantom'
  | 'expired accepted'
  | 'unexpected answer'
  | 'rows'
  | 'fault spread';

export interface Violation {
  readonly kind: ViolationKind;
  /** The operation, or the record, that shows it. */
  readonly where: string;
  readonly says: string;
}

const SECOND_MS = 1000;

export function checkHistory(history: readonly Operation[], rules: Rules): readonly Violation[] {
  const tree = growTree(history);
  const violations = [
    ...twiceIssued(history),
    ...[...tree.families.values()].flatMap((family) => checkExchanges(family, rules)),
    ...history.flatMap((operation) => checkOne(operation, tree, rules)),
  ];
  return violations;
}

function checkOne(operation: Operation, tree: Tree, rules: Rules): readonly Violation[] {
  if (operation.outcome === 'unsent') return [];
  const strange = isStrange(operation) ? [wrong('unexpected answer', operation, operation.detail)] : [];
  if (operation.outcome === 'unknown') return strange;
  switch (operation.kind) {
    case 'authorize':
      return [...strange, ...checkAuthorize(operation)];
    case 'whoami':
      return [...strange, ...checkWhoami(operation, tree, rules)];
    case 'refresh':
      return [...strange, ...checkRefresh(operation, tree, rules)];
    default:
      return strange;
  }
}

/** Whatever happens to the service, clients see grants, proper refusals and 503; never another answer. */
function isStrange({ kind, outcome, detail }: Operation): boolean {
  if (outcome === 'unknown') return /^5\d\d/.test(detail) && detail !== '503';
  if (outcome !== 'refused') return false;
  const proper = { exchange: 'invalid_grant', refresh: 'invalid_grant', whoami: 'invalid_token' }[kind as string];
  return kind === 'authorize' ? false : detail !== proper;
}

/** Sessions and consents that were acknowledged hold: no worker signs out or takes a consent back. */
function checkAuthorize(operation: Operation): readonly Violation[] {
  if (operation.outcome !== 'refused') return [];
  return [
    wrong('lost acknowledgement', operation, `a signed-in account with a consent was sent to ${operation.detail}`),
  ];
}

function checkExchanges(family: Family, { codeSeconds }: Rules): readonly Violation[] {
  const { exchanges, authorized } = family;
  const oks = exchanges.filter(({ outcome }) => outcome === 'ok');
  const [first, second] = oks;
  const found: Violation[] = [];
  if (first && second) found.push(wrong('double spend', second, `the code was also exchanged by ${first.id}`));
  for (const ok of oks) {
    const spent = exchanges.find((other) => other.outcome === 'refused' && other.completedAt <= ok.invokedAt);
    if (spent) found.push(wrong('double spend', ok, `the code had already been refused to ${spent.id}`));
    const age = ok.invokedAt - (authorized?.completedAt ?? ok.invokedAt);
    if (age > (codeSeconds + 1) * SECOND_MS) found.push(wrong('expired accepted', ok, 'the code was too old'));
  }
  for (const refused of exchanges.filter(({ outcome }) => outcome === 'refused')) {
    const mayBeExpired =
      authorized !== undefined && refused.completedAt - authorized.invokedAt >= (codeSeconds - 1) * SECOND_MS;
    const hasRival = exchanges.some(
      (other) =>
        other !== refused &&
        (other.outcome === 'ok' || other.outcome === 'unknown') &&
        other.invokedAt <= refused.completedAt,
    );
    if (!hasRival && !mayBeExpired)
      found.push(wrong('lost acknowledgement', refused, 'a fresh code that nobody had exchanged was refused'));
  }
  return found;
}

function checkWhoami(operation: Operation, tree: Tree, rules: Rules): readonly Violation[] {
  const pair = tree.byAccess.get(operation.presented);
  if (!pair) return operation.outcome === 'ok' ? [wrong('phantom', operation, 'nobody was ever given this token')] : [];
  const family = tree.families.get(pair.code);
  if (operation.outcome === 'ok') {
    const isSuperseded = certainlySuperseded(pair) <= operation.invokedAt;
    return [
      ...(operation.seenAccount === operation.account
        ? []
        : [wrong('cross-talk', operation, `saw account ${operation.seenAccount}, belongs to ${operation.account}`)]),
      ...(isSuperseded ? [wrong('stale read', operation, 'a successor of this access token had been used')] : []),
      ...(isCertainlyExpired(operation, pair, rules) ? [wrong('expired accepted', operation, 'it was too old')] : []),
      ...acceptedDead(operation, pair, family, rules),
    ];
  }
  const isExplained =
    maySuperseded(pair) <= operation.completedAt ||
    mayBeExpired(operation, pair, rules) ||
    hasCause(operation, pair, family, rules);
  return isExplained ? [] : [wrong('lost acknowledgement', operation, 'nothing had ended this access token')];
}

function checkRefresh(operation: Operation, tree: Tree, rules: Rules): readonly Violation[] {
  const pair = tree.byRefresh.get(operation.presented);
  if (!pair) return operation.outcome === 'ok' ? [wrong('phantom', operation, 'nobody was ever given this token')] : [];
  const family = tree.families.get(pair.code);
  if (operation.outcome === 'ok') {
    const isLate = isPastLeeway(pair, operation.invokedAt, rules);
    return [
      ...(isLate ? [wrong('undetected reuse', operation, 'a successor had been used longer ago than the leeway')] : []),
      ...acceptedDead(operation, pair, family, rules),
    ];
  }
  if (hasCause(operation, pair, family, rules)) return [];
  return [wrong('lost acknowledgement', operation, 'nothing had ended this refresh token: a false alarm or a loss')];
}

/** The second beyond is the one that both ends of a lifetime are cut to. */
function isCertainlyExpired({ invokedAt }: Operation, { source }: Pair, { accessSeconds }: Rules): boolean {
  return accessSeconds !== undefined && invokedAt - source.completedAt > (accessSeconds + 1) * SECOND_MS;
}

function mayBeExpired({ completedAt }: Operation, { source }: Pair, { accessSeconds }: Rules): boolean {
  return accessSeconds !== undefined && completedAt - source.invokedAt >= (accessSeconds - 1) * SECOND_MS;
}

function acceptedDead(
  operation: Operation,
  pair: Pair,
  family: Family | undefined,
  rules: Rules,
): readonly Violation[] {
  const found: Violation[] = [];
  if (family && isCertainlyEnded(family, operation.invokedAt, rules))
    found.push(wrong('resurrection', operation, 'its family had been ended before the call'));
  if (isCertainlyDisplaced(pair, operation.invokedAt, rules))
    found.push(wrong('resurrection', operation, 'a newer sibling had taken its place'));
  return found;
}

function hasCause(operation: Operation, pair: Pair, family: Family | undefined, rules: Rules): boolean {
  const by = operation.completedAt;
  return (family !== undefined && mayBeEnded(family, by, rules)) || mayBeDisplaced(pair, by, rules);
}

/** A code or token that two answers carried. */
function twiceIssued(history: readonly Operation[]): readonly Violation[] {
  const seen = new Map<string, string>();
  return history.flatMap((operation) =>
    Object.values(operation.issued).flatMap((secret: string) => {
      const before = seen.get(secret);
      seen.set(secret, operation.id);
      return before === undefined ? [] : [wrong('cross-talk', operation, `${before} was given the same secret`)];
    }),
  );
}

function wrong(kind: ViolationKind, { id, kind: act, instance }: Operation, says: string): Violation {
  return { kind, where: `${act} ${id} at ${instance}`, says };
}
