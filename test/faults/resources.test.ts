/** Nothing is lost when the way to the database, the disk or the reader of the log fails. */
import { proveNothingLost } from './small-runs.ts';

proveNothingLost('resources');
