/** The tables of a move: what ends when nobody goes on with it. */
import { sql } from '../sql.ts';
import { dayBefore, type SweepByIndex } from './sweep.ts';

/** The triggers of a lapsed move note nothing more (move/change-triggers.ts). */
export const sweepMoves: SweepByIndex = {
  table: 'moves',
  ends: 'lapses a day after its mover was last seen; the row stays, as the record of a move',
  step: (at) => sql`update moves set state = 'lapsed' where state = 'leaving' and seen_at < ${dayBefore(at)}`,
};

export const sweepMoveChanges: SweepByIndex = {
  table: 'move_changes',
  ends: 'when they were carried over, or with their move',
  step: (_, most) => sql`delete from move_changes where id in (select id from move_changes
    where not exists (select 1 from moves where state = 'leaving') order by id limit ${most})`,
};
