/** Nothing is lost when a service, its database or the power is killed. */
import { proveNothingLost } from './small-runs.ts';

proveNothingLost('kills');
