/** The registry of background work: to add a kind, write its file and list it here. */
import { sealJob } from './audit/seal-job.ts';
import type { JobKind } from './jobs/kind.ts';
import { fillSkeletons } from './jobs/kinds/fill-skeletons.ts';
import { forgetDeleted } from './jobs/kinds/forget-deleted.ts';
import { forgetRefused } from './jobs/kinds/forget-refused.ts';
import { sweepJob } from './tokens/sweep-job.ts';

export const JOB_KINDS: readonly JobKind[] = [sweepJob, sealJob, fillSkeletons, forgetDeleted, forgetRefused];
