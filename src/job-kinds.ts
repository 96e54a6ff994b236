/** The registry of background work: to add a kind, write its file and list it here. */
import type { JobKind } from './jobs/kind.ts';
import { forgetDeleted } from './jobs/kinds/forget-deleted.ts';
import { forgetRefused } from './jobs/kinds/forget-refused.ts';
import { sweepJob } from './tokens/sweep-job.ts';

export const JOB_KINDS: readonly JobKind[] = [sweepJob, forgetDeleted, forgetRefused];
