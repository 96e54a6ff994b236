/** Compares what the database holds at the end with what the workers were told: a pure function. */
import { possibleEnds, type Rules } from './causes.ts';
import type { Violation } from './checker.ts';
import { growTree, type Tree } from './family-tree.ts';
import type { Operation } from './history.ts';
import type { FamilyRow, PairRow, Rows } from './rows.ts';

interface Shelves {
  readonly rows: Rows;
  readonly tree: Tree;
  readonly rules: Rules;
  readonly pairById: ReadonlyMap<number, PairRow>;
  readonly pairsOf: ReadonlyMap<number, readonly PairRow[]>;
  readonly codeOf: ReadonlyMap<number, readonly string[]>;
  readonly familyById: ReadonlyMap<number, FamilyRow>;
  /** Calls whose outcome nobody knows, by what they presented. */
  readonly unknowns: ReadonlyMap<string, readonly Operation[]>;
  /** How often each kind of event was written for each family. */
  readonly events: ReadonlyMap<string, number>;
}

export function checkRows(rows: Rows, history: readonly Operation[], rules: Rules): readonly Violation[] {
  const shelves: Shelves = {
    rows,
    tree: growTree(history),
    rules,
    pairById: new Map(rows.pairs.map((pair) => [pair.id, pair])),
    pairsOf: Map.groupBy(rows.pairs, ({ familyId }) => familyId),
    codeOf: new Map(
      [...Map.groupBy(rows.codes, ({ familyId }) => familyId)].flatMap(([id, codes]) =>
        id === null ? [] : [[id, codes.map(({ digest }) => digest)] as const],
      ),
    ),
    familyById: new Map(rows.families.map((family) => [family.id, family])),
    unknowns: Map.groupBy(
      history.filter(({ outcome }) => outcome === 'unknown'),
      ({ presented }) => presented,
    ),
    events: new Map(
      [...Map.groupBy(rows.events, ({ kind, familyId }) => `${kind} ${familyId}`)].map(([key, all]) => [
        key,
        all.length,
      ]),
    ),
  };
  return [
    ...rows.damage.map((line) => wrong('the database', line)),
    ...acknowledged(shelves),
    ...rows.families.flatMap((family) => checkFamily(family, shelves)),
    ...rows.pairs.flatMap((pair) => checkPair(pair, shelves)),
  ];
}

/** Every pair that somebody was given is there, under the right account, application and parent. */
function acknowledged({ tree, rows, familyById, pairById }: Shelves): readonly Violation[] {
  const byAccess = new Map(rows.pairs.map((row) => [row.accessDigest, row]));
  return [...tree.byAccess.values()].flatMap(({ access, refresh, parent, source }) => {
    const row = byAccess.get(access);
    if (!row) return [wrong(source.id, 'its pair is not in the database')];
    const family = familyById.get(row.familyId);
    const isRight =
      row.refreshDigest === refresh && family?.account === source.account && family.client === source.client;
    const above = row.parentId === null ? undefined : pairById.get(row.parentId)?.accessDigest;
    return [
      ...(isRight ? [] : [wrong(source.id, 'its pair belongs to another account or application')]),
      ...(above === parent?.access ? [] : [wrong(source.id, 'its pair descends from another pair')]),
    ];
  });
}

function checkFamily(row: FamilyRow, shelves: Shelves): readonly Violation[] {
  const { codeOf, pairsOf, tree, rules, events } = shelves;
  const where = `family ${row.id}`;
  const codes = codeOf.get(row.id) ?? [];
  const pairs = pairsOf.get(row.id) ?? [];
  const roots = pairs.filter(({ parentId }) => parentId === null).length;
  const found: Violation[] = [];
  if (codes.length !== 1 || roots !== 1)
    found.push(wrong(where, `it came from ${codes.length} codes and has ${roots} first pairs`));
  const family = tree.families.get(codes[0] ?? '');
  const ends: ReadonlySet<string> = family ? possibleEnds(family, Number.POSITIVE_INFINITY, rules) : new Set();
  if (row.revokedBecause !== null && !ends.has(row.revokedBecause))
    found.push(wrong(where, `it was ended as ${row.revokedBecause}, which nothing explains`));
  if (row.revokedBecause === null && family?.revokes.some(({ outcome }) => outcome === 'ok'))
    found.push(wrong(where, 'it was revoked with an answer and is not ended'));
  const count = (kind: string) => events.get(`${kind} ${row.id}`) ?? 0;
  const renewals = count('token.refreshed') + count('token.retried');
  if (count('code.exchanged') !== 1) found.push(wrong(where, `${count('code.exchanged')} events of its exchange`));
  if (renewals !== pairs.length - roots)
    found.push(wrong(where, `${renewals} events for ${pairs.length - roots} renewals`));
  const revocations = row.revokedBecause === 'revoked_by_client' ? 1 : 0;
  if (count('token.revoked') !== revocations)
    found.push(wrong(where, `${count('token.revoked')} events for ${revocations} revocations`));
  return [...found, ...checkRefusals(where, count, family?.exchanges ?? [])];
}

/** Each refused exchange is a replay here, and was written down once; of unknown ones nobody can say. */
function checkRefusals(
  where: string,
  count: (kind: string) => number,
  exchanges: readonly Operation[],
): readonly Violation[] {
  const refused = exchanges.filter(({ outcome }) => outcome === 'refused').length;
  const unknown = exchanges.filter(({ outcome }) => outcome === 'unknown').length;
  const replayed = count('code.replayed');
  if (replayed >= refused && replayed <= refused + unknown) return [];
  return [wrong(where, `${replayed} events for ${refused} replays`)];
}

function checkPair(row: PairRow, shelves: Shelves): readonly Violation[] {
  const { tree, unknowns, pairsOf, codeOf, pairById } = shelves;
  const where = `pair ${row.id}`;
  const siblings = (pairsOf.get(row.familyId) ?? []).filter(({ parentId }) => parentId === row.parentId);
  const found = checkLine(row, siblings, shelves);
  if (tree.byAccess.has(row.accessDigest)) return found;
  // Nobody was given it, so an answer must have been lost on its way, and nobody can have used it.
  const parent = row.parentId === null ? undefined : pairById.get(row.parentId);
  const presented = row.parentId === null ? codeOf.get(row.familyId)?.[0] : parent?.refreshDigest;
  const lost = siblings.filter(({ accessDigest }) => !tree.byAccess.has(accessDigest)).length;
  const mayBeLost = unknowns.get(presented ?? '')?.length ?? 0;
  if (lost > mayBeLost) found.push(wrong(where, `${lost} pairs were issued to nobody, ${mayBeLost} answers were lost`));
  if (row.usedAt !== null) found.push(wrong(where, 'it was used, though nobody was given it'));
  return found;
}

/** SPEC D5: every live leaf is explained. */
function checkLine(row: PairRow, siblings: readonly PairRow[], shelves: Shelves): Violation[] {
  const { pairsOf, pairById, rules, familyById } = shelves;
  const where = `pair ${row.id}`;
  const children = (pairsOf.get(row.familyId) ?? []).filter(({ parentId }) => parentId === row.id);
  const hasUsedChild = children.some(({ usedAt }) => usedAt !== null);
  const found: Violation[] = [];
  if (hasUsedChild !== (row.supersededAt !== null))
    found.push(wrong(where, hasUsedChild ? 'a used successor did not end its time' : 'its time ended without a cause'));
  if (children.length > 0 && row.renewedAt === null) found.push(wrong(where, 'it has successors but was not renewed'));
  const parent = row.parentId === null ? undefined : pairById.get(row.parentId);
  if (row.parentId !== null && parent?.familyId !== row.familyId)
    found.push(wrong(where, 'its parent is in another family'));
  const isLive = row.revokedAt === null && familyById.get(row.familyId)?.revokedBecause === null;
  if (!isLive || !parent) return found;
  const ended = parent.supersededAt ?? Number.POSITIVE_INFINITY;
  if (row.issuedAt > ended + rules.leewaySeconds + 1)
    found.push(wrong(where, 'it lives, though it was issued after its parent’s time'));
  const newest = Math.max(...siblings.map(({ issuedAt }) => issuedAt));
  // Two refreshes that began at once do not know of each other, hence two seconds more.
  if (row.usedAt === null && newest - row.issuedAt > rules.leewaySeconds + 2)
    found.push(wrong(where, 'it lives unused beside a newer sibling'));
  return found;
}

function wrong(where: string, says: string): Violation {
  return { kind: 'rows', where, says };
}
