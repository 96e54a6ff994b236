/** Nothing is lost when a service is replaced, its schema, its copy or its clock. */
import { proveNothingLost } from './small-runs.ts';

proveNothingLost('replacements');
