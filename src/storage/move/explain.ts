/** Says in one sentence why a move could not go on, whichever engine complains. */
import { withoutPassword } from '../../config/values.ts';
import { Unusable } from '../database.ts';
import { sqliteCode } from '../sqlite/connection.ts';

const AGAIN = 'Run the same command again to go on.';

/** The addresses of both ends, which are of different engines; whoever gives up a move has but one. */
export interface MoveEnds {
  readonly from: string;
  readonly to?: string;
}

export function explainStop(error: unknown, { from, to }: MoveEnds): unknown {
  if (error instanceof Unusable) return error;
  const code = sqliteCode(error);
  const engine = code === 0 ? 'postgres' : 'sqlite';
  const isSource = from.startsWith(engine);
  const shown = withoutPassword(isSource ? from : (to ?? from));
  const reason = error instanceof Error ? error.message : String(error);
  const known = code === 0 ? POSTGRES_SENTENCES[classOf(error)] : SQLITE_SENTENCES[code];
  if (isSource && classOf(error) === NO_DATABASE) return new Unusable(`${shown} does not exist: ${NAME_SOURCE}`);
  return new Unusable(
    known === undefined ? `${shown} stopped the move: ${reason}. ${AGAIN}` : `${shown} ${known} ${AGAIN}`,
  );
}

const NO_DATABASE = '3D';
const NAME_SOURCE = 'name the database of the service with LATCHKEY_DATABASE or --database.';

const SQLITE_SENTENCES: Readonly<Record<number, string>> = {
  5: 'is locked by another program.',
  8: 'cannot be written to by this user.',
  10: 'cannot be read or written: the disk fails.',
  13: 'has no room left on its disk.',
  14: 'cannot be opened: check that the folder exists and that this user may write there.',
};

const POSTGRES_SENTENCES: Readonly<Record<string, string>> = {
  '08': 'is out of reach.',
  '22021': 'cannot keep a text with the character U+0000, which SQLite can: find and remove it.',
  '28': 'refuses this user name or password.',
  '3D': 'does not exist: create the database first.',
  '42501': 'refuses what a move needs: this user must own the tables.',
  '53': 'has no room left, or no connection.',
  '57': 'is being stopped.',
  '58': 'cannot read or write its disk.',
};

function classOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code in POSTGRES_SENTENCES) return code;
  // The driver's own words for connections that break, and the system's.
  if (/^(CONN|E[A-Z]+$)/.test(code) || (error instanceof Error && error.name === 'NotNow')) return '08';
  return code.slice(0, 2);
}
