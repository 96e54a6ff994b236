/** Arranges a history by codes, families and pairs, so that each operation can be judged by what surrounds it. */
import type { Operation } from './history.ts';

/** An acknowledged pair of tokens. */
export interface Pair {
  readonly access: string;
  readonly refresh: string;
  /** The code from which everything in its family came. */
  readonly code: string;
  readonly parent: Pair | undefined;
  readonly children: Pair[];
  /** The exchange or refresh whose answer brought it. */
  readonly source: Operation;
  readonly uses: Operation[];
  readonly refreshes: Operation[];
}

export interface Family {
  readonly code: string;
  readonly authorized: Operation | undefined;
  readonly exchanges: Operation[];
  readonly revokes: Operation[];
  readonly pairs: Pair[];
}

export interface Tree {
  readonly families: ReadonlyMap<string, Family>;
  readonly byAccess: ReadonlyMap<string, Pair>;
  readonly byRefresh: ReadonlyMap<string, Pair>;
}

interface Growing {
  readonly families: Map<string, Family>;
  readonly byAccess: Map<string, Pair>;
  readonly byRefresh: Map<string, Pair>;
}

export function growTree(history: readonly Operation[]): Tree {
  const tree: Growing = { families: new Map(), byAccess: new Map(), byRefresh: new Map() };
  for (const operation of history) {
    if (operation.kind === 'authorize' && operation.issued.code) familyOf(tree, operation.issued.code, operation);
  }
  // An answer can only be used after it came, so parents come before their children in the order of completion.
  const byCompletion = history.toSorted((one, other) => one.completedAt - other.completedAt);
  for (const operation of byCompletion) addPair(tree, operation);
  for (const operation of byCompletion) hang(tree, operation);
  return tree;
}

function familyOf(tree: Growing, code: string, authorized?: Operation): Family {
  let family = tree.families.get(code);
  if (!family) {
    family = { code, authorized, exchanges: [], revokes: [], pairs: [] };
    tree.families.set(code, family);
  }
  return family;
}

function addPair(tree: Growing, operation: Operation): void {
  const { access, refresh } = operation.issued;
  if (operation.outcome !== 'ok' || access === undefined || refresh === undefined) return;
  const parent = operation.kind === 'refresh' ? tree.byRefresh.get(operation.presented) : undefined;
  const code = operation.kind === 'exchange' ? operation.presented : (parent?.code ?? `orphan of ${operation.id}`);
  const pair: Pair = { access, refresh, code, parent, children: [], source: operation, uses: [], refreshes: [] };
  parent?.children.push(pair);
  tree.byAccess.set(access, pair);
  tree.byRefresh.set(refresh, pair);
  familyOf(tree, code).pairs.push(pair);
}

function hang(tree: Growing, operation: Operation): void {
  if (operation.outcome === 'unsent') return;
  if (operation.kind === 'exchange') familyOf(tree, operation.presented).exchanges.push(operation);
  if (operation.kind === 'whoami') tree.byAccess.get(operation.presented)?.uses.push(operation);
  if (operation.kind === 'refresh') tree.byRefresh.get(operation.presented)?.refreshes.push(operation);
  if (operation.kind !== 'revoke') return;
  const pair = tree.byAccess.get(operation.presented) ?? tree.byRefresh.get(operation.presented);
  if (pair) familyOf(tree, pair.code).revokes.push(operation);
}
