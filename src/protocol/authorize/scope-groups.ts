/** How permissions are shown: those about the same thing together, and looking told apart from changing. */

export type Access = 'read' | 'write';

/** What the operator says about a scope. */
export interface Described {
  readonly name: string;
  readonly group?: string | undefined;
  readonly access?: Access | undefined;
}

interface ScopeGroup<Scope extends Described> {
  /** The heading; null for those that belong to nothing in particular, which come last. */
  readonly title: string | null;
  readonly scopes: readonly (Scope & { readonly access: Access | null })[];
}

const VERBS: Readonly<Record<string, Access>> = {
  read: 'read',
  view: 'read',
  list: 'read',
  write: 'write',
  edit: 'write',
  create: 'write',
  update: 'write',
  delete: 'write',
  manage: 'write',
  admin: 'write',
};

/** In the order in which they come: the catalogue's, within each group. */
export function groupScopes<Scope extends Described>(scopes: readonly Scope[]): readonly ScopeGroup<Scope>[] {
  const groups = new Map<string | null, (Scope & { readonly access: Access | null })[]>();
  for (const scope of scopes) {
    const guessed = guess(scope.name);
    const title = scope.group ?? guessed.group;
    const shown = { ...scope, access: scope.access ?? guessed.access };
    const group = groups.get(title);
    if (group) group.push(shown);
    else groups.set(title, [shown]);
  }
  const found = [...groups].map(([title, members]) => ({ title, scopes: members }));
  return found.toSorted((a, b) => Number(a.title === null) - Number(b.title === null));
}

/** From names as they are common: `notes:read`, `read:notes`, `notes.write`, `write_notes`. */
function guess(name: string): { readonly group: string | null; readonly access: Access | null } {
  const parts = name.split(/[:._/-]/);
  const verb = parts.find((part) => Object.hasOwn(VERBS, part));
  if (verb === undefined || parts.length === 1) return { group: null, access: null };
  const group = parts.filter((part) => part !== verb && part !== '').join(' ');
  return { group: group === '' ? null : group, access: VERBS[verb] ?? null };
}
